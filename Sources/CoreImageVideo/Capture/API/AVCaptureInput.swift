import CoreImageEssentials

/// What a capture session gets frames from: a camera, or a stream.
public class AVCaptureInput: @unchecked Sendable {
    init() {}

    /// What the input is called in errors.
    var name: String { "The input" }

    /// Opens the input.
    ///
    /// - Parameter preset: The preset of the session.
    func makeProducer(_ preset: AVCaptureSession.Preset, clock: CMClock) throws -> any CaptureProducer {
        // Both subclasses override this.
        throw CaptureFailure(.noInput, path: name, cause: "it has no frames").error
    }

    /// Whether a session may use a preset.
    func supports(_ preset: AVCaptureSession.Preset) -> Bool { true }
}

/// A camera as the input of a session.
public final class AVCaptureDeviceInput: AVCaptureInput, @unchecked Sendable {
    /// The camera.
    public let device: AVCaptureDevice

    /// Creates an input.
    ///
    /// - Throws: `AVError` if the camera can't be opened.
    public init(device: AVCaptureDevice) throws {
        self.device = device
        super.init()
        do throws(SystemErrorNumber) { _ = try device.system.open(device.uniqueID) } catch {
            throw CaptureFailure(opening: device.uniqueID, error).error
        }
    }

    override var name: String { device.uniqueID }

    override func makeProducer(_ preset: AVCaptureSession.Preset, clock: CMClock) throws -> any CaptureProducer {
        if !device.hasChosenFormat, let format = preset.format(of: device) { device.use(format) }
        do throws(CaptureFailure) {
            return try VideoDeviceStream(
                device.device, mode: device.activeFormat.mode, duration: device.requestedDuration, clock: clock,
                system: device.system)
        } catch {
            throw error.error
        }
    }

    override func supports(_ preset: AVCaptureSession.Preset) -> Bool {
        device.hasChosenFormat || device.supportsSessionPreset(preset)
    }
}
