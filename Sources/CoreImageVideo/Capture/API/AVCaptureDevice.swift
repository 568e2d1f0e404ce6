import CoreImageEssentials
import Synchronization

/// A camera: a device of Video4Linux.
///
/// Formats whose frames can't be read are left out. What is set here is sent to the camera when a session is started.
/// Thread-safe.
public final class AVCaptureDevice: Sendable {
    private struct State: Sendable {
        var activeFormat: Format?
        /// Whether a program has set the format, which session presets then leave alone.
        var hasChosenFormat = false
        var minFrameDuration = CMTime.invalid
        var maxFrameDuration = CMTime.invalid
        var lockCount = 0
    }

    let device: VideoDevice
    let system: any VideoDeviceSystem
    private let state: Mutex<State>

    /// The path of the device, such as `/dev/video0`.
    public let uniqueID: String
    /// The name of the camera, as its driver gives it.
    public let localizedName: String
    /// The name of the driver.
    public let modelID: String
    /// The media that the device delivers: video.
    public let mediaType = AVMediaType.video
    /// The formats in which the camera delivers frames.
    public let formats: [Format]

    init(_ device: VideoDevice, _ system: any VideoDeviceSystem) throws(CaptureFailure) {
        (self.device, self.system) = (device, system)
        (uniqueID, localizedName, modelID) = (device.path, device.name, device.driver)
        formats = device.modes.map(Format.init)
        guard let first = formats.first else {
            throw CaptureFailure(
                .unsupported, path: device.path, cause: "it has no format that can be read",
                remedy: "The formats are YUYV, UYVY, NV12, YU12, RGB3, BGR3, GREY and MJPG; v4l2-ctl --list-formats "
                    + "prints those of the camera.")
        }
        state = Mutex(State(activeFormat: first))
    }

    /// Opens a camera.
    ///
    /// - Parameter uniqueID: The path of the device.
    /// - Throws: `AVError` with the reason why it can't be used.
    public convenience init(opening uniqueID: String) throws {
        try self.init(opening: uniqueID, system: SystemVideoDevices())
    }

    convenience init(opening path: String, system: any VideoDeviceSystem) throws {
        do throws(CaptureFailure) {
            try self.init(VideoDevice(path: path, system: system), system)
        } catch {
            throw error.error
        }
    }

    /// Opens a camera. Nil if it can't be used; the reason is written to the log, and ``init(opening:)`` throws it.
    ///
    /// - Parameter deviceUniqueID: The path of the device.
    public convenience init?(uniqueID deviceUniqueID: String) {
        do { try self.init(opening: deviceUniqueID) } catch {
            logError(error)
            return nil
        }
    }

    /// Whether the device exists and can be opened.
    public var isConnected: Bool { (try? system.open(uniqueID)) != nil }

    /// Whether the camera delivers a kind of media.
    public func hasMediaType(_ mediaType: AVMediaType) -> Bool { mediaType == .video }

    /// Whether a session may use a preset with the camera.
    public func supportsSessionPreset(_ preset: AVCaptureSession.Preset) -> Bool { preset.format(of: self) != nil }

    /// Permits changes of the format and the rate, until ``unlockForConfiguration()``. Locks are counted.
    ///
    /// - Throws: `AVError` if the camera has been disconnected.
    public func lockForConfiguration() throws {
        do throws(SystemErrorNumber) { _ = try system.open(uniqueID) } catch {
            throw CaptureFailure(opening: uniqueID, error).error
        }
        state.withLock { $0.lockCount += 1 }
    }

    /// Ends changes.
    public func unlockForConfiguration() { state.withLock { $0.lockCount = max(0, $0.lockCount - 1) } }

    /// The format of the frames. Changes need ``lockForConfiguration()`` and one of ``formats``; others are written to
    /// the log and have no effect. Setting it resets the frame durations. Sessions with other presets than
    /// `inputPriority` set it unless a program has.
    public var activeFormat: Format {
        get { state.withLock { $0.activeFormat } ?? formats[0] }
        set {
            change("activeFormat", isValid: formats.contains(newValue)) { state in
                (state.activeFormat, state.hasChosenFormat) = (newValue, true)
                (state.minFrameDuration, state.maxFrameDuration) = (.invalid, .invalid)
            }
        }
    }

    /// The shortest duration of a frame: the inverse of the highest rate. The camera is set to it. Invalid for the
    /// camera's own rate. Changes need ``lockForConfiguration()`` and a duration that the active format supports;
    /// others are written to the log and have no effect.
    public var activeVideoMinFrameDuration: CMTime {
        get { state.withLock { $0.minFrameDuration } }
        set {
            change("activeVideoMinFrameDuration", isValid: activeFormat.supports(newValue)) {
                $0.minFrameDuration = newValue
            }
        }
    }

    /// The longest duration of a frame. Cameras have one rate at a time: it is set if there is no shortest duration.
    public var activeVideoMaxFrameDuration: CMTime {
        get { state.withLock { $0.maxFrameDuration } }
        set {
            change("activeVideoMaxFrameDuration", isValid: activeFormat.supports(newValue)) {
                $0.maxFrameDuration = newValue
            }
        }
    }

    /// The duration that is set when a session starts; nil for the camera's own.
    var requestedDuration: CMTime? {
        state.withLock { [$0.minFrameDuration, $0.maxFrameDuration].first { $0.isNumeric } }
    }

    var hasChosenFormat: Bool { state.withLock { $0.hasChosenFormat } }

    /// Sets the format for a preset.
    func use(_ format: Format) {
        state.withLock { state in
            guard state.activeFormat != format else { return }
            state.activeFormat = format
            (state.minFrameDuration, state.maxFrameDuration) = (.invalid, .invalid)
        }
    }

    private func change(_ property: String, isValid: Bool, _ body: (inout State) -> Void) {
        let cause: String? = state.withLock { state in
            guard state.lockCount > 0 else { return "\(property) can't be set without lockForConfiguration()" }
            guard isValid else { return "the camera doesn't support this value of \(property)" }
            body(&state)
            return nil
        }
        if let cause { logError(CaptureFailure(.unsupported, path: uniqueID, cause: cause)) }
    }
}

extension AVCaptureDevice: Hashable {
    /// Whether both are the same device.
    public static func == (a: AVCaptureDevice, b: AVCaptureDevice) -> Bool { a.uniqueID == b.uniqueID }

    /// Hashes the path.
    public func hash(into hasher: inout Hasher) { hasher.combine(uniqueID) }
}
