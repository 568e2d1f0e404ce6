import ChildProcesses
import Foundation
import Glibc

@testable import VideoExchange
@testable import VideoFiles

extension FuzzTarget {
    /// Video files of every container: they are described and decoded by the program for video files, in its sandbox.
    static let videoFiles = FuzzTarget(name: "video-files", longestInput: 4096, changesPerSeed: 20) { bytes in
        let before = try openFiles()
        let started = try readVideo(bytes)
        try FuzzFinding.expect(started.map(isGone) ?? true, "the program for video files is still there")
        // Other tests of this process open files too.
        guard isAlone else { return }
        let after = try openFiles()
        try FuzzFinding.expect(after <= before, "\(after - before) files stay open")
    }

    private static let fileName = "evil.mkv"

    /// Limits far below the usual ones, so that inputs that use them up are found soon.
    private static let videoLimits = {
        var limits = VideoLimits()
        (limits.pixels, limits.packetsWithoutFrame, limits.chapters) = (1 << 20, 2000, 64)
        (limits.probeBytes, limits.frameMemory) = (1 << 20, 16 << 20)
        (limits.processorTime, limits.time) = (.seconds(10), .seconds(20))
        return limits
    }()

    /// Reads a file.
    ///
    /// - Returns: The process that has read it, or nil if none could be started.
    private static func readVideo(_ bytes: [UInt8]) throws -> pid_t? {
        var process: pid_t?
        var found: FuzzFinding?
        do throws(VideoFileError) {
            let reader = try VideoFileReader(descriptor: file(with: bytes), name: fileName, limits: videoLimits)
            process = reader.processIdentifier
            guard let stream = reader.description.firstVideoStream else { return process }
            let others = reader.description.streams.map(\.index).filter { $0 != stream.index }
            let request = ReadingRequest(
                decodedStream: stream.index, copiedStreams: others,
                damagePolicy: bytes.count % 2 == 0 ? .stop : .skip, threads: 1)
            let reading = try reader.read(request)
            var frames = 0
            // A stream of a few bytes can have many frames that repeat others.
            while let item = try reading.next(), frames < 100 {
                guard case .frame(let frame) = item else { continue }
                frames += 1
                found = found ?? finding(frame)
            }
        } catch {
            if error.kind == .missingProgram || error.kind == .cannotStart || error.kind == .unprotected {
                throw FuzzFinding("nothing was tried: \(error)")
            }
            try FuzzFinding.expectPrintable(error.description)
            for line in error.log { try FuzzFinding.expectPrintable(line) }
            try FuzzFinding.expect(error.description.hasPrefix(fileName), "the file isn't named: \(error)")
            try FuzzFinding.expect(
                [.unrecognised, .unsupported, .limit, .damaged].contains(error.kind), "\(error.kind): \(error)")
        }
        if let found { throw found }
        return process
    }

    /// Returns what is wrong with a frame, or nil.
    private static func finding(_ frame: VideoFrame) -> FuzzFinding? {
        let layout = frame.layout
        let end = layout.planes.map { $0.offset + $0.bytesPerRow * $0.rows }.max() ?? 0
        let size = frame.withUnsafeBytes { bytes in
            // Each byte can be read.
            _ = bytes.reduce(UInt8(0), ^)
            return bytes.count
        }
        guard end <= layout.byteCount, layout.byteCount <= size else {
            return FuzzFinding("a plane ends at \(end) of \(size) bytes")
        }
        guard layout.width * layout.height <= videoLimits.pixels else {
            return FuzzFinding("a frame has \(layout.width) × \(layout.height) pixels")
        }
        guard MediaPacket.times.contains(frame.time), frame.duration >= 0 else {
            return FuzzFinding("a frame is shown at \(frame.time) for \(frame.duration)")
        }
        return nil
    }

    /// Returns an open file without a name.
    private static func file(with bytes: [UInt8]) throws(VideoFileError) -> FileDescriptor {
        var path = Array("/tmp/coreimage-video-XXXXXX".utf8CString)
        let number = mkstemp(&path)
        if number >= 0 { unlink(path) }
        guard number >= 0, bytes.withUnsafeBytes({ write(number, $0.baseAddress, $0.count) }) == bytes.count else {
            throw VideoFileError(.cannotStart, file: fileName, cause: "there is no room for the file in /tmp")
        }
        return FileDescriptor(number)
    }

    /// Whether nothing else runs in this process, as in the fuzzer.
    private static let isAlone = ProcessInfo.processInfo.environment["COREIMAGE_FUZZ_TARGET"] != nil

    private static func openFiles() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }

    /// Waits until a process has ended.
    private static func isGone(_ process: pid_t) -> Bool {
        for _ in 0..<500 {
            if kill(process, 0) != 0 { return true }
            usleep(10_000)
        }
        return false
    }
}
