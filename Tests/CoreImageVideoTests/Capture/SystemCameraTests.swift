import CoreImage
import Foundation
import Testing

@testable import CoreImageVideo

/// A camera of this machine, if it has one, such as that of the kernel module `vivid`.
@Suite("Cameras of this machine")
struct SystemCameraTests {
    private static let camera = AVCaptureDevice.devices().first

    @Test("frames arrive", .enabled(if: camera != nil))
    func frames() throws {
        let received = Received()
        let (session, output) = (AVCaptureSession(), AVCaptureVideoDataOutput())
        session.sessionPreset = .low
        session.addInput(try AVCaptureDeviceInput(device: try #require(Self.camera)))
        session.addOutput(output)
        output.setSampleBufferDelegate(received, queue: DispatchQueue(label: "test"))
        session.startRunning()
        try #require(session.isRunning)
        received.wait(3)
        session.stopRunning()
        let times = received.frames.all.map(\.presentationTimeStamp)
        #expect(times == times.sorted())
    }

    @Test("a file isn't a camera")
    func file() {
        let system = SystemVideoDevices()
        let error = #expect(throws: CaptureFailure.self) { try VideoDevice(path: "/dev/null", system: system) }
        #expect(error?.kind == .notACamera)
        #expect(AVCaptureDevice(uniqueID: "/dev/video-missing") == nil)
        #expect(AVCaptureDevice.default(for: .init(rawValue: "soun")) == nil)
    }
}
