import CSandbox
import ChildProcesses
import Foundation
import Sandboxing
import TestSupport
import Testing
import VideoExchange

@testable import VideoFiles

/// Tests that no behaviour of a worker harms its client, and that the sandbox holds.
@Suite("Workers for video files")
struct WorkerTests {
    private static let limits = {
        var limits = VideoLimits()
        limits.time = .seconds(3)
        limits.processorTime = .seconds(2)
        return limits
    }()

    /// Reads with the probe, which takes its behaviour from the extension of the file's name.
    private func read(_ behaviour: String) -> VideoFileError? {
        do {
            return try withTemporaryFolder { folder in
                let file = "\(folder)/file.\(behaviour)"
                try Data("any".utf8).write(to: URL(fileURLWithPath: file))
                do throws(VideoFileError) {
                    let reader = try VideoFileReader(
                        path: file, limits: Self.limits, program: ProductsFolder.product("VideoWorkerProbe"))
                    let reading = try reader.read(ReadingRequest(decodedStream: 0))
                    var kept: [VideoFrame] = []
                    while let frame = try reading.nextFrame() { kept.append(frame) }
                    return nil
                } catch {
                    return error
                }
            }
        } catch {
            Issue.record("\(error)")
            return nil
        }
    }

    @Test(
        "an invalid message is an error",
        arguments: [
            "garbage", "huge", "cut", "json", "deep", "kind", "badslot", "badring", "twice", "wide", "big", "packet",
            "stream", "timebase", "narrow", "negative", "crash", "exit",
        ])
    func misbehaviour(_ behaviour: String) throws {
        let error = try #require(read(behaviour))
        #expect(error.kind == .crashed, "\(error)")
        #expect(error.description.contains("program for video files"), "\(error)")
    }

    @Test("time stamps that can't be computed with are damage", arguments: ["late", "early", "long"])
    func stamps(_ behaviour: String) throws {
        let error = try #require(read(behaviour))
        #expect(error.kind == .damaged && error.description.contains("impossible time stamp"), "\(error)")
    }

    @Test("a worker that stops to answer, or computes forever, is ended", arguments: ["hang", "spin", "noise"])
    func silence(_ behaviour: String) throws {
        let start = ContinuousClock.now
        #expect(try #require(read(behaviour)).kind == .stalled)
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test(
        "the sandbox refuses files, sockets, programs and memory",
        arguments: ["open", "write", "socket", "program", "memory"])
    func sandbox(_ behaviour: String) throws {
        // Without Landlock, a worker may read what its user may read.
        if behaviour == "open", WorkerProtection.available.landlockVersion == nil { return }
        let error = try #require(read(behaviour))
        #expect(error.cause.hasPrefix("refused: "), "\(error)")
        #expect(!FileManager.default.fileExists(atPath: "/tmp/coreimage-video-probe"))
    }

    @Test("a program that isn't there is an error that names the packages")
    func missing() throws {
        let error = #expect(throws: VideoFileError.self) {
            try VideoWorkerExecutable.find(for: "clip.mp4", environment: ["COREIMAGE_VIDEO_WORKER": "/nowhere/worker"])
        }
        #expect(error?.kind == .missingProgram)
        #expect(error?.description.contains("/nowhere/worker") == true)
    }

    /// A clip of a few seconds.
    private func clip(in folder: String) throws -> String {
        let file = folder + "/clip.mkv"
        try VideoTool.encode(
            "-f lavfi -i testsrc2=size=320x240:rate=25:duration=4 -c:v ffv1 -pix_fmt yuv420p", to: file)
        return file
    }

    @Test(
        "frames of a worker that is killed stay valid, and reading ends with an error",
        .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
    func killed() throws {
        try withTemporaryFolder { folder in
            let file = try clip(in: folder)
            let expected = try VideoTool.samples(of: file)
            for count in [0, 1, 5, 20] {
                let reader = try VideoFileReader(path: file)
                let reading = try reader.frames()
                var frames: [VideoFrame] = []
                for _ in 0..<count { frames.append(try #require(try reading.nextFrame())) }
                kill(reader.processIdentifier, SIGKILL)
                // What was on its way may still come.
                let error = #expect(throws: VideoFileError.self) {
                    while let frame = try reading.nextFrame() { frames.append(frame) }
                }
                #expect(error?.kind == .crashed, "\(String(describing: error))")
                let samples = frames.reduce(into: Data()) { $0.append($1.packed) }
                let isPrefix = samples == expected.prefix(samples.count)
                #expect(isPrefix)
            }
        }
    }

    @Test("cancelling ends a call that waits", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
    func cancelling() throws {
        let ends = DispatchSemaphore(value: 0)
        try withTemporaryFolder { folder in
            let file = try clip(in: folder)
            let reader = try VideoFileReader(path: file)
            let reading = try reader.frames()
            _ = try reading.nextFrame()
            Thread.detachNewThread {
                Thread.sleep(forTimeInterval: 0.2)
                reader.cancel()
                ends.signal()
            }
            let error = #expect(throws: VideoFileError.self) {
                while true { _ = try reader.frames().nextFrame() }
            }
            #expect(error?.kind == .cancelled, "\(String(describing: error))")
            ends.wait()
        }
    }

    @Test("another reading ends the one before", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
    func superseded() throws {
        try withTemporaryFolder { folder in
            let reader = try VideoFileReader(path: try clip(in: folder))
            let first = try reader.frames()
            let kept = try #require(try first.nextFrame())
            let second = try reader.frames()
            let again = try #require(try second.nextFrame())
            #expect(again.packed == kept.packed)
            let error = #expect(throws: VideoFileError.self) { while try first.nextFrame() != nil {} }
            #expect(error?.kind == .cancelled)
        }
    }

    @Test("a pipe is read as a file is", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
    func pipe() throws {
        try withTemporaryFolder { folder in
            let file = try clip(in: folder)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
            var ends: [Int32] = [-1, -1]
            #expect(Glibc.pipe(&ends) == 0)
            let (reading, writing) = (FileDescriptor(ends[0]), ends[1])
            _ = fcntl(writing, F_SETFD, FD_CLOEXEC)
            Thread.detachNewThread {
                bytes.withUnsafeBytes { memory in
                    var done = 0
                    while done < memory.count {
                        let count = write(writing, memory.baseAddress! + done, min(memory.count - done, 5000))
                        if count <= 0 { break }
                        done += count
                    }
                }
                close(writing)
            }
            let reader = try VideoFileReader(descriptor: reading, name: "standard input")
            #expect(!reader.description.isSeekable)
            let frames = try reader.frames().allFrames()
            let samples = frames.reduce(into: Data()) { $0.append($1.samples) }
            let isSame = samples == (try VideoTool.samples(of: file))
            #expect(isSame)
        }
    }
}
