import CoreImageEssentials

/// Whether a program may use cameras.
public enum AVAuthorizationStatus: Int, Sendable {
    /// Nobody has decided. That doesn't occur on Linux.
    case notDetermined = 0
    /// The system forbids it. That doesn't occur on Linux.
    case restricted = 1
    /// There are cameras, and the user of this process may open none of them.
    case denied = 2
    /// The user of this process may open a camera, or there is none.
    case authorized = 3
}

extension AVCaptureDevice {
    /// A kind of camera.
    public struct DeviceType: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// Creates a kind from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A camera of the computer. Video4Linux doesn't tell these from others, so all cameras are of both kinds.
        public static let builtInWideAngleCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")
        /// A camera that is connected to the computer.
        public static let external = DeviceType(rawValue: "AVCaptureDeviceTypeExternal")
    }

    /// Where a camera is.
    public enum Position: Int, Sendable {
        /// It isn't known. That is so for all cameras.
        case unspecified = 0
    }

    /// Finds cameras.
    public final class DiscoverySession: Sendable {
        /// The cameras that there were when the object was created.
        public let devices: [AVCaptureDevice]

        /// Finds cameras. Devices that can't be used are left out; the reasons are written to the log.
        ///
        /// - Parameters:
        ///   - deviceTypes: Kinds of cameras, at least one.
        ///   - mediaType: Video, or nil.
        ///   - position: Where the camera is.
        public convenience init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {
            let isPossible = !deviceTypes.isEmpty && mediaType.map { $0 == .video } ?? true
            self.init(isPossible ? SystemVideoDevices() : nil)
        }

        init(_ system: (any VideoDeviceSystem)?) {
            devices =
                system.map { system in
                    system.paths.compactMap { path in
                        do throws(CaptureFailure) {
                            return try AVCaptureDevice(VideoDevice(path: path, system: system), system)
                        } catch {
                            // Many cameras have a second device for metadata.
                            if error.kind != .notACamera { logError(error) }
                            return nil
                        }
                    }
                } ?? []
        }
    }

    /// Returns the first camera; nil if there is none for this medium. The reason why a device can't be used is written
    /// to the log.
    public static func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
        devices(for: mediaType).first
    }

    /// Returns the first camera; see `default(for:)`.
    public static func `default`(
        _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
    ) -> AVCaptureDevice? {
        DiscoverySession(deviceTypes: [deviceType], mediaType: mediaType, position: position).devices.first
    }

    /// Returns all cameras.
    public static func devices() -> [AVCaptureDevice] { DiscoverySession(SystemVideoDevices()).devices }

    /// Returns all devices that deliver a medium.
    public static func devices(for mediaType: AVMediaType) -> [AVCaptureDevice] {
        mediaType == .video ? devices() : []
    }

    /// Whether this process may use cameras. On Linux the permissions of the devices decide.
    public static func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
        authorizationStatus(SystemVideoDevices())
    }

    static func authorizationStatus(_ system: any VideoDeviceSystem) -> AVAuthorizationStatus {
        let results = system.paths.map { path in
            do throws(SystemErrorNumber) {
                _ = try system.open(path)
                return true
            } catch {
                return CaptureFailure(opening: path, error).kind != .noPermission
            }
        }
        return results.isEmpty || results.contains(true) ? .authorized : .denied
    }

    /// Returns whether this process may use cameras. Nobody is asked.
    public static func requestAccess(for mediaType: AVMediaType) async -> Bool {
        authorizationStatus(for: mediaType) == .authorized
    }

    /// Calls `handler` with whether this process may use cameras. Nobody is asked.
    public static func requestAccess(
        for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        handler(authorizationStatus(for: mediaType) == .authorized)
    }
}
