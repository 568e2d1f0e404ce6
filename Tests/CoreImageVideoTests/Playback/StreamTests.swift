import CoreImage
import Foundation
import Synchronization
import TestSupport
import Testing
import VideoFiles

@testable import CoreImageVideo

/// Files and streams as sources of players and sessions. `ffmpeg` makes them.
@Suite("Streams and files", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct StreamTests {
    /// 20 frames of 16 × 8 pixels, 25 a second, each of one grey that grows by 10 with every frame.
    private static let picture =
        "-f lavfi -i color=black:size=16x8:rate=25:duration=0.8,format=yuv420p,geq=lum=10*N+16:cb=128:cr=128"

    /// A stream that ffmpeg writes to a pipe.
    private static func stream(_ arguments: String) throws -> (FileHandle, LaunchedProgram) {
        let (process, pipe) = (LaunchedProgram(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/ffmpeg")
        process.arguments = ["-v", "error"] + arguments.split(separator: " ").map(String.init) + ["-"]
        process.standardOutput = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        return (pipe.fileHandleForReading, process)
    }

    /// The top left luma of a buffer.
    private static func luma(_ buffer: CVPixelBuffer) -> Int {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        let base = CVPixelBufferGetBaseAddressOfPlane(buffer, 0) ?? CVPixelBufferGetBaseAddress(buffer)!
        return Int(base.load(as: UInt8.self))
    }

    private static let formats: [(VideoStreamFormat, String)] = [
        (.yuv4MPEG2, "-pix_fmt yuv420p -f yuv4mpegpipe"), (.any, "-c:v ffv1 -pix_fmt yuv420p -f matroska"),
    ]

    @Test("a player shows all frames of a pipe, each once", arguments: formats)
    func player(format: VideoStreamFormat, options: String) async throws {
        let (handle, process) = try Self.stream("\(Self.picture) \(options)")
        defer { process.waitUntilExit() }
        let (times, values) = (Log<CMTime>(), Log<Int>())
        let output = FramePlayer.Output(pixelFormat: kCVPixelFormatType_420YpCbCr8Planar)
        let player = FramePlayer(source: .stream(handle, format: format), output: output, context: sharedContext) {
            times.add($0.time)
            values.add(Self.luma($0.pixelBuffer))
        }
        player.play()
        guard case .finished = await player.waitUntilFinished() else { return #expect(Bool(false), "\(player.state)") }
        #expect(player.statistics.shown + player.statistics.dropped == 20)
        // The codes of the frames that were shown are those of their times.
        for (time, value) in zip(times.all, values.all) {
            #expect(value == 16 + 10 * number(time, milliseconds(40)))
        }
    }

    @Test("a session delivers a pipe's frames at the stream's distances", arguments: formats)
    func session(format: VideoStreamFormat, options: String) throws {
        let (handle, process) = try Self.stream("\(Self.picture) \(options)")
        defer { process.waitUntilExit() }
        let (session, output, received) = (AVCaptureSession(), AVCaptureVideoDataOutput(), Received())
        output.alwaysDiscardsLateVideoFrames = false
        output.setSampleBufferDelegate(received, queue: DispatchQueue(label: "test"))
        session.addInput(CaptureStreamInput(handle, format: format))
        session.addOutput(output)
        let before = CMClock.hostTimeClock.time
        session.startRunning()
        received.wait(20)
        let frames = received.frames.all
        #expect(frames.count + received.dropped.count == 20)
        #expect(frames.compactMap(\.imageBuffer).map(Self.luma).first == 16)
        let stamps = frames.map(\.presentationTimeStamp)
        #expect(stamps.allSatisfy { $0 >= before })
        for (first, second) in zip(stamps, stamps.dropFirst()) {
            // Stamps are in nanoseconds. A frame that is late makes the distance longer.
            #expect((second - first).seconds >= 0.039_999_99)
        }
        session.stopRunning()
    }

    @Test("a session starts before its stream has begun, and one that isn't video ends it with an error")
    func lateStream() throws {
        for format in [VideoStreamFormat.yuv4MPEG2, .any] {
            let (pipe, session, errors) = (Pipe(), AVCaptureSession(), Log<String>())
            let ended = DispatchSemaphore(value: 0)
            session.addInput(CaptureStreamInput(pipe.fileHandleForReading, format: format))
            let observer = NotificationCenter.default.addObserver(
                forName: AVCaptureSession.runtimeErrorNotification, object: session, queue: nil
            ) { notification in
                errors.add("\(notification.userInfo?[AVCaptureSessionErrorKey] ?? "")")
                ended.signal()
            }
            defer { NotificationCenter.default.removeObserver(observer) }
            // Nothing comes through the pipe until the session has started.
            session.startRunning()
            #expect(session.isRunning && errors.count == 0)
            try pipe.fileHandleForWriting.write(contentsOf: Data("This is not a video.\n".utf8))
            try pipe.fileHandleForWriting.close()
            #expect(ended.wait(timeout: .now() + 300) == .success)
            #expect(!session.isRunning)
            #expect(errors.all.count == 1 && errors.all[0].contains("descriptor"), "\(errors.all)")
        }
        // A session whose stream never begins can be stopped.
        let (pipe, session) = (Pipe(), AVCaptureSession())
        session.addInput(CaptureStreamInput(pipe.fileHandleForReading, format: .yuv4MPEG2))
        session.startRunning()
        session.stopRunning()
        #expect(!session.isRunning)
        try pipe.fileHandleForWriting.close()
    }

    @Test("a stream can't be turned back, and one that isn't video is refused")
    func errors() async throws {
        let (handle, process) = try Self.stream("\(Self.picture) -pix_fmt yuv420p -f yuv4mpegpipe")
        let shown = Log<CMTime>()
        let holder = Mutex<FramePlayer?>(nil)
        let player = FramePlayer(source: .stream(handle, format: .yuv4MPEG2), context: sharedContext) {
            shown.add($0.time)
            holder.withLock { $0 }?.seek(to: .zero)
        }
        holder.withLock { $0 = player }
        player.play()
        guard case .failed(let error) = await player.waitUntilFinished() else {
            return #expect(Bool(false), "\(player.state)")
        }
        holder.withLock { $0 = nil }
        #expect("\(error)".contains("only once") && shown.count == 1)
        process.terminate()
        for format in [VideoStreamFormat.yuv4MPEG2, .any] {
            let pipe = Pipe()
            try pipe.fileHandleForWriting.write(contentsOf: Data("This is not a video.\n".utf8))
            try pipe.fileHandleForWriting.close()
            let player = FramePlayer(
                source: .stream(pipe.fileHandleForReading, format: format), context: sharedContext
            ) { _ in }
            player.play()
            guard case .failed(let error) = await player.waitUntilFinished() else {
                return #expect(Bool(false), "\(player.state)")
            }
            #expect("\(error)".contains("descriptor \(pipe.fileHandleForReading.fileDescriptor)"), "\(error)")
        }
    }

    @Test("stopping ends a player whose stream pauses")
    func paused() async throws {
        let pipe = Pipe()
        let header = Data("YUV4MPEG2 W2 H2 F25:1 C420jpeg\nFRAME\nabcdef".utf8)
        try pipe.fileHandleForWriting.write(contentsOf: header)
        let first = DispatchSemaphore(value: 0)
        let player = FramePlayer(
            source: .stream(pipe.fileHandleForReading, format: .yuv4MPEG2), context: sharedContext
        ) { _ in first.signal() }
        player.play()
        #expect(first.wait(timeout: .now() + 300) == .success)
        player.stop()
        guard case .stopped = player.state else { return #expect(Bool(false), "\(player.state)") }
        // The thread that read ends, and releases its duplicate of the descriptor: then the pipe has no reader.
        try pipe.fileHandleForReading.close()
        var request = pollfd(fd: pipe.fileHandleForWriting.fileDescriptor, events: Int16(POLLOUT), revents: 0)
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .seconds(60) {
            poll(&request, 1, 0)
            if request.revents & Int16(POLLERR) != 0 { break }
            usleep(1000)
        }
        #expect(request.revents & Int16(POLLERR) != 0)
        try pipe.fileHandleForWriting.close()
    }

    @Test("stopping ends a player whose stream hasn't begun", .timeLimit(.minutes(2)), arguments: formats)
    func silent(format: VideoStreamFormat, options: String) throws {
        let pipe = Pipe()
        let player = FramePlayer(source: .stream(pipe.fileHandleForReading, format: format), context: sharedContext) {
            _ in
        }
        player.play()
        usleep(300_000)
        let start = ContinuousClock.now
        player.stop()
        #expect(ContinuousClock.now - start < .seconds(5))
        guard case .stopped = player.state else { return #expect(Bool(false), "\(player.state)") }
        try pipe.fileHandleForWriting.close()
    }
}
