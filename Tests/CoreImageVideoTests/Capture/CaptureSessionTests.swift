import CV4L2
import CoreImage
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import CoreImageVideo

/// What a session's delegate has received.
final class Received: AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
    let frames = Log<CMSampleBuffer>()
    let dropped = Log<CMTime>()
    let arrived = DispatchSemaphore(value: 0)
    /// What is done with each frame.
    let work: @Sendable () -> Void

    init(work: @escaping @Sendable () -> Void = {}) { self.work = work }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput buffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        frames.add(buffer)
        arrived.signal()
        work()
    }

    func captureOutput(_ output: AVCaptureOutput, didDrop buffer: CMSampleBuffer, from connection: AVCaptureConnection)
    {
        #expect(buffer.imageBuffer == nil && connection.output === output)
        dropped.add(buffer.presentationTimeStamp)
        arrived.signal()
    }

    /// Waits for frames and notes.
    func wait(_ count: Int) {
        for _ in 0..<count { #expect(arrived.wait(timeout: .now() + 300) == .success) }
    }
}

@Suite("Capture sessions")
struct CaptureSessionTests {
    private static let path = "/dev/video0"

    /// A camera of gray frames of 4 × 2 pixels.
    private static func gray(
        _ events: [SimulatedCamera.Event], failures: [UInt: Int32] = [:],
        adjust: @escaping @Sendable (inout v4l2_pix_format) -> Void = { _ in }
    ) -> SimulatedCamera {
        SimulatedCamera(
            modes: [.init(code: cv4l2_format_grey, width: 4, height: 2, durations: [(1, 25), (1, 50)])], events: events,
            failures: failures, adjust: adjust)
    }

    private static func frame(_ number: Int, flags: UInt32 = 0) -> SimulatedCamera.Event {
        .frame(
            Array(repeating: UInt8(number), count: 8), sequence: UInt32(number),
            microseconds: 1_000_000 + 40_000 * number,
            flags: flags)
    }

    private static func time(_ number: Int) -> CMTime {
        CMTime(value: Int64(1_000_000 + 40_000 * number), timescale: 1_000_000)
    }

    /// A session of a camera, with a delegate.
    private func session(
        _ camera: SimulatedCamera, _ received: Received, _ queue: DispatchQueue
    ) throws -> (AVCaptureSession, AVCaptureVideoDataOutput) {
        let device = try AVCaptureDevice(opening: Self.path, system: SimulatedCameras([Self.path: camera]))
        let (session, output) = (AVCaptureSession(), AVCaptureVideoDataOutput())
        let input = try AVCaptureDeviceInput(device: device)
        #expect(session.canAddInput(input) && session.canAddOutput(output))
        session.beginConfiguration()
        session.addInput(input)
        session.addOutput(output)
        session.commitConfiguration()
        #expect(!session.canAddInput(input) && !session.canAddOutput(output))
        output.setSampleBufferDelegate(received, queue: queue)
        return (session, output)
    }

    /// Calls `body`, and returns the error with which the session ended.
    private func failure(of session: AVCaptureSession, _ body: () throws -> Void) rethrows -> String {
        let (errors, ended) = (Log<String>(), DispatchSemaphore(value: 0))
        let observer = NotificationCenter.default.addObserver(
            forName: AVCaptureSession.runtimeErrorNotification, object: session, queue: nil
        ) { notification in
            errors.add("\(notification.userInfo?[AVCaptureSessionErrorKey] ?? "")")
            ended.signal()
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try body()
        #expect(ended.wait(timeout: .now() + 300) == .success)
        #expect(!session.isRunning)
        return errors.all.joined()
    }

    @Test("frames come with the driver's times, and the device is left as it was")
    func frames() throws {
        let camera = Self.gray((0..<5).flatMap { [Self.frame($0), .tooEarly] })
        let (received, queue) = (Received(), DispatchQueue(label: "test"))
        let (session, output) = try session(camera, received, queue)
        output.alwaysDiscardsLateVideoFrames = false
        let notes = Log<String>()
        let observers = [AVCaptureSession.didStartRunningNotification, AVCaptureSession.didStopRunningNotification].map
        { name in
            NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) {
                notes.add($0.name.rawValue)
            }
        }
        defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
        session.startRunning()
        #expect(session.isRunning)
        received.wait(5)
        session.stopRunning()
        session.stopRunning()
        #expect(!session.isRunning)
        #expect(received.frames.all.map(\.presentationTimeStamp) == (0..<5).map(Self.time))
        #expect(received.frames.all.allSatisfy { $0.duration == CMTime(value: 1, timescale: 25) })
        for (number, frame) in received.frames.all.enumerated() {
            let buffer = try #require(frame.imageBuffer)
            #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_OneComponent8)
            #expect(firstPixel(buffer, count: 4) == Array(repeating: UInt8(number), count: 4))
        }
        #expect(received.dropped.count == 0)
        #expect(
            camera.requests == [
                "format GREY 4×2", "duration 0/0", "buffers 3", "start", "stop", "buffers 0",
            ])
        #expect(camera.state.withLock { $0.mapped } == 0)
        #expect(notes.all.count == 2 && notes.all[0].contains("Start") && notes.all[1].contains("Stop"))
    }

    @Test("the format and the rate that a program sets are those of the camera")
    func rate() throws {
        let camera = Self.gray([Self.frame(0)])
        let received = Received()
        let (session, _) = try session(camera, received, DispatchQueue(label: "test"))
        let device = try #require((session.inputs[0] as? AVCaptureDeviceInput)?.device)
        try device.lockForConfiguration()
        device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 50)
        device.unlockForConfiguration()
        session.startRunning()
        received.wait(1)
        session.stopRunning()
        #expect(camera.requests.contains("duration 1/50"))
        #expect(received.frames.all[0].duration == CMTime(value: 1, timescale: 50))
    }

    @Test("numbers that the driver left out, and damaged frames, are reported as dropped")
    func lost() throws {
        let camera = Self.gray([
            Self.frame(0), Self.frame(3), Self.frame(4, flags: cv4l2_buffer_has_error),
            .frame([1, 2, 3], sequence: 5, microseconds: 1_200_000), .error(EIO), Self.frame(6),
        ])
        let (received, queue) = (Received(), DispatchQueue(label: "test"))
        let (session, output) = try session(camera, received, queue)
        output.alwaysDiscardsLateVideoFrames = false
        session.startRunning()
        received.wait(8)
        session.stopRunning()
        #expect(received.frames.all.map(\.presentationTimeStamp) == [0, 3, 6].map(Self.time))
        // The last one is the error, at the present time.
        #expect(received.dropped.all.prefix(4) == [1, 2, 4, 5].map(Self.time)[...] && received.dropped.count == 5)
    }

    @Test("frames that arrive while the delegate works are dropped", arguments: [true, false])
    func late(discards: Bool) throws {
        let camera = Self.gray((0..<20).map { Self.frame($0) })
        let gate = DispatchSemaphore(value: 0)
        let (received, queue) = (Received { gate.wait() }, DispatchQueue(label: "test"))
        let (session, output) = try session(camera, received, queue)
        output.alwaysDiscardsLateVideoFrames = discards
        let observed = Log<CMTime>()
        output.setObserver(CaptureObserver(arrived: { observed.add($0.time) }, lost: { _ in }, ended: { _ in }))
        session.startRunning()
        while observed.count < 20 { usleep(1000) }
        // Stopping waits until the last frame has been passed on.
        session.stopRunning()
        for _ in 0..<20 { gate.signal() }
        received.wait(20)
        let kept = discards ? 1 : CaptureDelivery.limit
        #expect(received.frames.all.map(\.presentationTimeStamp) == (0..<kept).map(Self.time))
        #expect(received.dropped.all == (kept..<20).map(Self.time))
    }

    @Test("frames are converted to the format of the settings")
    func settings() throws {
        let camera = SimulatedCamera(
            modes: [.init(code: cv4l2_format_yuyv, width: 2, height: 2, durations: [])],
            events: [.frame([235, 128, 16, 128, 16, 128, 235, 128], sequence: 0, microseconds: 5)])
        let received = Received()
        let (session, output) = try session(camera, received, DispatchQueue(label: "test"))
        output.videoSettings = [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA]
        #expect(output.availableVideoPixelFormatTypes.contains(kCVPixelFormatType_32BGRA))
        session.startRunning()
        received.wait(1)
        session.stopRunning()
        let buffer = try #require(received.frames.all[0].imageBuffer)
        // White and black.
        #expect(firstPixel(buffer, count: 8) == [255, 255, 255, 255, 0, 0, 0, 255])
    }

    @Test(
        "a camera that is unplugged ends the session, after the frames before",
        arguments: [(ENODEV, "disconnected"), (EINVAL, "reading a frame failed")] as [(Int32, String)])
    func unplugged(error: Int32, part: String) throws {
        let camera = Self.gray([Self.frame(0), .error(error)])
        let received = Received()
        let (session, _) = try session(camera, received, DispatchQueue(label: "test"))
        let text = failure(of: session) { session.startRunning() }
        received.wait(1)
        #expect(text.contains(Self.path) && text.contains(part), "\(text)")
        #expect(camera.requests.suffix(2) == ["stop", "buffers 0"] && camera.state.withLock { $0.mapped } == 0)
    }

    @Test("a camera whose signal is gone for good, and one that is silent, are given up")
    func silent() throws {
        for (events, part) in [
            (Array(repeating: SimulatedCamera.Event.error(EIO), count: 10), "Input/output error"),
            (Array(repeating: .silence, count: 10), "no frame for 5 seconds"),
        ] {
            let (session, _) = try session(Self.gray(events), Received(), DispatchQueue(label: "test"))
            let text = failure(of: session) { session.startRunning() }
            #expect(text.contains(part), "\(text)")
        }
        // Fewer errors in a row are survived.
        let camera = Self.gray(Array(repeating: .error(EIO), count: 9) + [Self.frame(0)])
        let received = Received()
        let (session, _) = try session(camera, received, DispatchQueue(label: "test"))
        session.startRunning()
        received.wait(1)
        #expect(received.frames.count == 1 && session.isRunning)
        session.stopRunning()
    }

    @Test("errors at the start")
    func starting() throws {
        for (camera, part) in [
            (Self.gray([], failures: [cv4l2_set_format: EBUSY]), "another program"),
            (Self.gray([], failures: [cv4l2_start_stream: ENOSPC]), "starting the stream failed"),
            (Self.gray([], failures: [cv4l2_request_buffers: ENODEV]), "disconnected"),
            (Self.gray([]) { $0.width = 8 }, "8 × 2 pixels instead"),
        ] {
            let (session, _) = try session(camera, Received(), DispatchQueue(label: "test"))
            let text = failure(of: session) { session.startRunning() }
            #expect(text.contains(Self.path) && text.contains(part), "\(text)")
        }
        let empty = AVCaptureSession()
        #expect(failure(of: empty) { empty.startRunning() }.contains("no input"))
        #expect(throws: (any Error).self) { try empty.start() }
    }

    @Test("changes of a running session take effect together")
    func reconfiguration() throws {
        let camera = Self.gray([Self.frame(0)])
        let received = Received()
        let (session, output) = try session(camera, received, DispatchQueue(label: "test"))
        session.startRunning()
        received.wait(1)
        session.beginConfiguration()
        session.sessionPreset = .low
        session.sessionPreset = .hd4K3840x2160
        #expect(session.sessionPreset == .low && !session.canSetSessionPreset(.hd4K3840x2160))
        let second = AVCaptureVideoDataOutput()
        session.addOutput(second)
        #expect(camera.requests.filter { $0 == "start" }.count == 1)
        session.commitConfiguration()
        #expect(session.isRunning && session.outputs.count == 2 && session.connections.count == 2)
        #expect(camera.requests.filter { $0.hasPrefix("format") }.count == 2)
        session.removeOutput(output)
        #expect(output.connections.isEmpty && session.isRunning)
        let error = failure(of: session) { session.removeInput(session.inputs[0]) }
        #expect(error.contains("no input"))
    }

    @Test("the delegate can stop the session, and a released session ends")
    func stopping() throws {
        let camera = Self.gray([Self.frame(0), Self.frame(1)])
        let holder = Mutex<AVCaptureSession?>(nil)
        let received = Received { holder.withLock { $0 }?.stopRunning() }
        let queue = DispatchQueue(label: "test")
        do {
            let (session, _) = try session(camera, received, queue)
            holder.withLock { $0 = session }
            session.startRunning()
            received.wait(1)
            queue.sync {}
            #expect(!session.isRunning)
            holder.withLock { $0 = nil }
            camera.state.withLock { $0.events = [] }
            session.startRunning()
            #expect(session.isRunning)
        }
        while camera.requests.filter({ $0 == "stop" }).count < 2 { usleep(1000) }
    }

    @Test("a player shows the frames of a camera")
    func player() async throws {
        let camera = Self.gray([Self.frame(0), .error(ENODEV)])
        let (session, output) = try session(camera, Received(), DispatchQueue(label: "test"))
        let shown = Shown()
        let player = FramePlayer(source: .captureOutput(output), context: sharedContext) { shown.add($0) }
        player.play()
        // The source is there once the player has begun to read.
        while !output.isObserved { usleep(1000) }
        session.startRunning()
        guard case .failed(let error) = await player.waitUntilFinished() else {
            return #expect(Bool(false), "\(player.state)")
        }
        #expect("\(error)".contains("disconnected"))
        #expect(shown.frames.all.map(\.time) == [Self.time(0)])
        #expect(!output.isObserved)
    }
}
