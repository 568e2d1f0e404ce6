import CSandbox
import ChildProcesses
import Foundation
import Glibc

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import Sandboxing
@testable import UnitHosting
@testable import UnitProcesses

extension FuzzTarget {
    private static let replyLimit = 1 << 16
    private static let call: UInt64 = 7

    /// The host's side of a channel, with a worker that follows a `ChannelScript`.
    static let hostChannels = FuzzTarget(name: "host-channels", longestInput: 2048, changesPerSeed: 300) { bytes in
        let script = ChannelScript(bytes)
        try LeakDetector.expectNoLeak { file in
            let (host, worker) = try FileDescriptor.socketPair()
            let (reading, writing) = try FileDescriptor.pipe()
            let channel = HostChannel(host, ProcessErrorOutput(reading))
            let isRead = DispatchSemaphore(value: 0)
            let isWritten = DispatchSemaphore(value: 0)
            let thread = Thread {
                script.stream.withUnsafeBytes { _ = write(writing.number, $0.baseAddress, min($0.count, 4096)) }
                script.write(to: worker.number, attaching: file)
                if !script.staysOpen { shutdown(worker.number, Int32(SHUT_WR)) }
                isRead.wait()
                isWritten.signal()
            }
            thread.start()
            defer {
                isRead.signal()
                isWritten.wait()
            }
            try exchange(over: channel, script)
        }
    }

    private static func exchange(over channel: HostChannel, _ script: ChannelScript) throws {
        // A reader that waits for missing bytes ends at the deadline; a reader that has all bytes ends long before.
        let limit = script.staysOpen ? Duration.milliseconds(5) : .seconds(20)
        let start = ContinuousClock.now
        let answer: (kind: Frame.Kind, body: [UInt8])
        do throws(ChannelProblem) {
            answer = try channel.exchange(.call, call: call, [1, 2, 3], replyLimit: replyLimit, until: start + limit)
        } catch {
            let duration = ContinuousClock.now - start
            return try FuzzFinding.expect(
                duration < limit + .seconds(10), "a deadline of \(limit) passed after \(duration): \(error)")
        }
        // The expected fields of an accepted answer are decoded here independently: signature, kind, memories, call,
        // length.
        let stream = script.stream
        try FuzzFinding.expect(
            stream.count >= 24 && Array(stream.prefix(6)) == [0x43, 0x49, 0x55, 0x57, 1, 0]
                && (1...6).contains(stream[6])
                && stream[7] == 0 && stream[6] == answer.kind.rawValue,
            "a reply with another head is taken: \(stream.prefix(24))")
        func number(_ place: Int) -> UInt64 {
            stream[place..<(place + 8)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        try FuzzFinding.expect(number(8) == call, "a reply to call \(number(8)) is taken")
        try FuzzFinding.expect(
            number(16) == answer.body.count && answer.body.count <= replyLimit
                && answer.body == Array(stream.dropFirst(24).prefix(answer.body.count)),
            "a reply of \(number(16)) bytes has \(answer.body.count)")
    }

    /// The worker's side of a channel, with a host that follows a `ChannelScript`, up to the first request that can't
    /// be read.
    static let workerChannels = FuzzTarget(name: "worker-channels", longestInput: 2048, changesPerSeed: 300) { bytes in
        let script = ChannelScript(bytes)
        try LeakDetector.expectNoLeak { file in
            let (host, worker) = try FileDescriptor.socketPair()
            let memory = csandbox_create_memory("fuzz", 4 * UInt64(getpagesize()))
            defer { close(memory) }
            csandbox_seal_memory(memory, 0)
            let attached = bytes.first.map { $0 & 0x40 != 0 } == true ? memory : file
            let isWritten = DispatchSemaphore(value: 0)
            let thread = Thread {
                script.write(to: host.number, attaching: attached)
                shutdown(host.number, Int32(SHUT_RDWR))
                isWritten.signal()
            }
            thread.start()
            defer { isWritten.wait() }
            let channel = WorkerChannel(dup(worker.number))
            defer { shutdown(worker.number, Int32(SHUT_RDWR)) }
            let unit = UnitServer()
            while let (frame, request) = try? channel.receive() {
                try FuzzFinding.expect(
                    request.bytes.count == frame.length && request.memories.count == frame.memories,
                    "a request of \(frame.length) bytes has \(request.bytes.count)")
                try serve(request, by: unit)
            }
        }
    }

    private static func serve(_ request: WorkerRequest, by unit: UnitServer) throws {
        do {
            let message = try UnitRequest(request.bytes)
            // Opening a unit would run its code.
            if case .open = message { return }
            if case .process(_, let layout) = message { try checkRasters(layout, in: request.memories) }
            _ = try unit.answer(request)
        } catch let finding as FuzzFinding {
            throw finding
        } catch {
            try FuzzFinding.expectPrintable("\(error)")
        }
    }

    /// Checks that the rasters of a layout lie in the memory without overlapping, if the layout claims to fit.
    private static func checkRasters(_ layout: PixelLayout, in memories: [ReceivedMemory]) throws {
        guard let parts = layout.parts, let memory = memories.first, parts.byteCount <= memory.byteCount,
            memory.isWritable, !layout.hasSeparateMemory.contains(true)
        else { return }
        let mapping = try memory.map(forWriting: true)
        var end = mapping.start
        for part in [parts.output] + parts.inputs {
            let raster = part.raster(at: mapping.start + part.pages.lowerBound, keeping: mapping)
            let first = UnsafeMutableRawPointer(raster.pixels)
            try FuzzFinding.expect(first >= end, "\(layout) has rasters that overlap")
            end = first + raster.bounds.area * 16
            try FuzzFinding.expect(end <= mapping.start + memory.byteCount, "\(layout) leaves its memory")
        }
    }

    /// The status page on which a worker records refused actions, and the text on its standard error, as the host reads
    /// them.
    static let statusPages = FuzzTarget(name: "status-pages", longestInput: 10_000, changesPerSeed: 200) { bytes in
        let page = try StatusPage()
        let memory = try SharedMemory(received: FileDescriptor(dup(page.descriptor.number)))
        memory.withUnsafeMutableBytes { $0.copyBytes(from: bytes.prefix($0.count)) }
        var count = 0
        for call in [UInt64(0), 1, 7, .max] {
            let actions = page.newActions(of: call)
            count += actions.count
            for action in actions { try FuzzFinding.expectPrintable("it tried to \(action)") }
        }
        try FuzzFinding.expect(count <= Int(CSANDBOX_ACTION_CAPACITY), "a page has \(count) actions")
        _ = (page.isFull, page.fatality)
        if let access = page.access { try FuzzFinding.expectPrintable("\(access)") }
        let (reading, writing) = try FileDescriptor.pipe()
        bytes.withUnsafeBytes { _ = write(writing.number, $0.baseAddress, $0.count) }
        try FuzzFinding.expectPrintable(ProcessErrorOutput(reading).text)
    }
}
