import CV4L2
import CoreImage
import Foundation
import Glibc
import Testing

@testable import CoreImageVideo

@Suite("Cameras")
struct CaptureDeviceTests {
    static let modes: [SimulatedCamera.Mode] = [
        .init(code: cv4l2_format_yuyv, width: 640, height: 480, durations: [(1, 30), (1, 15)]),
        .init(code: cv4l2_format_yuyv, width: 1280, height: 720, durations: [(1, 10)]),
        .init(code: cv4l2_format_mjpg, width: 1280, height: 720, durations: [(1, 30), (1001, 30_000)]),
        .init(code: cv4l2_format_mjpg, width: 1920, height: 1080, durations: [(1, 24)]),
        .init(code: cv4l2_format_mjpg, width: 2592, height: 1944, durations: [(1, 5)]),
        // H.264, which isn't read.
        .init(code: 0x3436_3248, width: 1920, height: 1080, durations: [(1, 60)]),
    ]

    private func device(_ camera: SimulatedCamera) throws -> AVCaptureDevice {
        try AVCaptureDevice(opening: "/dev/video3", system: SimulatedCameras(["/dev/video3": camera]))
    }

    @Test("names, formats and rates")
    func formats() throws {
        let device = try device(SimulatedCamera(modes: Self.modes))
        #expect(device.uniqueID == "/dev/video3" && device.localizedName == "Simulated camera")
        #expect(device.modelID == "simulation" && device.hasMediaType(.video) && device.isConnected)
        #expect(device.formats.map(\.fourCharacterCode) == ["YUYV", "YUYV", "MJPG", "MJPG", "MJPG"])
        let format = device.formats[0]
        #expect(format.formatDescription.dimensions == CMVideoDimensions(width: 640, height: 480))
        #expect(format.formatDescription.mediaSubType.rawValue == kCVPixelFormatType_422YpCbCr8_yuvs)
        #expect(device.formats[2].formatDescription.mediaSubType.rawValue == kCMVideoCodecType_JPEG)
        #expect(format.videoSupportedFrameRateRanges.map(\.maxFrameRate) == [30, 15])
        #expect(
            format.videoSupportedFrameRateRanges.map(\.minFrameDuration)
                == [30, 15].map { CMTime(value: 1, timescale: $0) })
        #expect("\(format)" == "640 × 480, YUYV, 30.0, 15.0 frames a second")
    }

    @Test("formats and rates are set under a lock, if the camera has them")
    func configuration() throws {
        let device = try device(SimulatedCamera(modes: Self.modes))
        device.activeFormat = device.formats[2]
        #expect(device.activeFormat == device.formats[0])
        try device.lockForConfiguration()
        device.activeFormat = device.formats[2]
        #expect(device.activeFormat == device.formats[2] && device.hasChosenFormat)
        device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 60)
        #expect(device.activeVideoMinFrameDuration == .invalid && device.requestedDuration == nil)
        device.activeVideoMinFrameDuration = CMTime(value: 1001, timescale: 30_000)
        #expect(device.requestedDuration == CMTime(value: 1001, timescale: 30_000))
        device.activeVideoMinFrameDuration = .invalid
        device.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 30)
        #expect(device.requestedDuration == CMTime(value: 1, timescale: 30))
        device.activeFormat = device.formats[1]
        #expect(device.activeVideoMaxFrameDuration == .invalid)
        device.unlockForConfiguration()
        device.activeFormat = device.formats[0]
        #expect(device.activeFormat == device.formats[1])
    }

    @Test("presets choose the fastest format of their size, uncompressed if there are several")
    func presets() throws {
        let device = try device(SimulatedCamera(modes: Self.modes))
        func size(_ preset: AVCaptureSession.Preset) -> String? {
            preset.format(of: device).map { "\($0.fourCharacterCode) \($0.mode.width)" }
        }
        #expect(size(.high) == "MJPG 1920" && size(.photo) == "MJPG 2592")
        #expect(size(.hd1280x720) == "MJPG 1280" && size(.vga640x480) == "YUYV 640")
        #expect(size(.medium) == "YUYV 640" && size(.low) == "YUYV 640" && size(.inputPriority) == "YUYV 640")
        #expect(size(.hd4K3840x2160) == nil && size(.init(rawValue: "other")) == nil)
        #expect(!device.supportsSessionPreset(.hd4K3840x2160))
    }

    @Test("a camera that scales to any size offers common ones and the largest")
    func stepwise() throws {
        // Answered by hand, as the simulated camera has single sizes only.
        final class Scaling: VideoDeviceSystem {
            let paths = ["/dev/video0"]
            func open(_ path: String) throws(SystemErrorNumber) -> any VideoDeviceFile { File() }
            final class File: VideoDeviceFile {
                private let file = SimulatedCameraFile(
                    SimulatedCamera(modes: [.init(code: cv4l2_format_grey, width: 1, height: 1, durations: [])]))
                func control(_ request: UInt, _ argument: UnsafeMutableRawPointer) throws(SystemErrorNumber) {
                    if request == cv4l2_enumerate_sizes {
                        let answer = argument.assumingMemoryBound(to: v4l2_frmsizeenum.self)
                        answer.pointee.type = V4L2_FRMSIZE_TYPE_STEPWISE.rawValue
                        answer.pointee.stepwise = v4l2_frmsize_stepwise(
                            min_width: 160, max_width: 1000, step_width: 8, min_height: 120, max_height: 700,
                            step_height: 4)
                    } else if request == cv4l2_enumerate_intervals {
                        let answer = argument.assumingMemoryBound(to: v4l2_frmivalenum.self)
                        answer.pointee.type = V4L2_FRMIVAL_TYPE_CONTINUOUS.rawValue
                        answer.pointee.stepwise.min = v4l2_fract(numerator: 1, denominator: 60)
                        answer.pointee.stepwise.max = v4l2_fract(numerator: 1, denominator: 2)
                    } else {
                        try file.control(request, argument)
                    }
                }
                func map(offset: Int, length: Int) throws(SystemErrorNumber) -> UnsafeRawBufferPointer {
                    throw SystemErrorNumber(ENOTTY)
                }
                func unmap(_ memory: UnsafeRawBufferPointer) {}
                func waitForBuffer(milliseconds: Int32) throws(SystemErrorNumber) -> Bool { false }
                func interrupt() {}
            }
        }
        let device = try AVCaptureDevice(opening: "/dev/video0", system: Scaling())
        #expect(
            device.formats.map { "\($0.mode.width)×\($0.mode.height)" }
                == ["160×120", "320×240", "640×360", "640×480", "800×600", "1000×700"])
        let rates = device.formats[0].videoSupportedFrameRateRanges
        #expect(rates.count == 1 && rates[0].minFrameRate == 2 && rates[0].maxFrameRate == 60)
        #expect(device.formats[0].supports(CMTime(value: 1, timescale: 29)))
    }

    /// An error of an attempt to open a device, and what its message says.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let number: Int32
        let parts: [String]
        var testDescription: String { String(cString: strerror(number)) }
    }

    @Test(
        "errors name the device, the cause and the remedy",
        arguments: [
            Refusal(number: ENOENT, parts: ["/dev/video7", "there is no such device", "Connect"]),
            Refusal(number: EACCES, parts: ["/dev/video7", "may not open", "group"]),
            Refusal(number: EBUSY, parts: ["/dev/video7", "another program", "fuser"]),
            Refusal(number: EMFILE, parts: ["/dev/video7", "can't be opened", "Too many open files"]),
        ])
    func refusals(_ refusal: Refusal) {
        let system = SimulatedCameras([:], errors: ["/dev/video7": refusal.number])
        let error = #expect(throws: (any Error).self) { try AVCaptureDevice(opening: "/dev/video7", system: system) }
        for part in refusal.parts { #expect("\(error!)".contains(part), "\(error!)") }
        #expect(AVCaptureDevice.DiscoverySession(system).devices.isEmpty)
        #expect(AVCaptureDevice.authorizationStatus(system) == (refusal.number == EACCES ? .denied : .authorized))
    }

    @Test("devices that aren't cameras are left out")
    func others() throws {
        let system = SimulatedCameras(
            [
                "/dev/video0": SimulatedCamera(modes: Self.modes),
                // A device for metadata, one without readable formats, and one that doesn't know the request.
                "/dev/video1": SimulatedCamera(modes: [], capabilities: cv4l2_can_stream),
                "/dev/video2": SimulatedCamera(modes: [Self.modes[5]]),
                "/dev/video4": SimulatedCamera(modes: Self.modes, failures: [cv4l2_query_capabilities: ENOTTY]),
            ], errors: ["/dev/video3": EACCES])
        #expect(AVCaptureDevice.DiscoverySession(system).devices.map(\.uniqueID) == ["/dev/video0"])
        let error = #expect(throws: (any Error).self) { try AVCaptureDevice(opening: "/dev/video2", system: system) }
        #expect("\(error!)".contains("no format that can be read") && "\(error!)".contains("YUYV"))
        #expect(AVCaptureDevice.authorizationStatus(system) == .authorized)
    }
}
