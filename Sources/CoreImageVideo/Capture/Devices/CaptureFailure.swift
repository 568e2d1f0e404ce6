import Foundation
import Glibc
import UntrustedInput

/// The reason why a camera or a stream can't be used. The text names the device, the cause and the remedy.
struct CaptureFailure: Error, Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case notConnected, notACamera, noPermission, inUse, disconnected, silent, unsupported, noInput, failed
    }

    let kind: Kind
    /// The path of the device, or what stands for it.
    let path: String
    /// The cause, as a sentence without a full stop.
    let cause: String
    /// What to do, as a sentence; empty if there is nothing.
    let remedy: String

    init(_ kind: Kind, path: String, cause: String, system: SystemErrorNumber? = nil, remedy: String = "") {
        (self.kind, self.path, self.remedy) = (kind, printable(path), remedy)
        self.cause = system.map { "\(cause) (\($0.text))" } ?? cause
    }

    /// Creates the error of an attempt to open a device.
    init(opening path: String, _ error: SystemErrorNumber) {
        switch error.rawValue {
        case ENOENT, ENXIO, ENODEV:
            self.init(
                .notConnected, path: path, cause: "there is no such device", system: error,
                remedy: "Connect the camera; v4l2-ctl --list-devices lists those that the system knows.")
        case EACCES, EPERM:
            self.init(
                .noPermission, path: path, cause: "this process may not open it", system: error,
                remedy: "Add the user to the group of the device, which is mostly \"video\".")
        case EBUSY: self.init(busy: path, error)
        default: self.init(.failed, path: path, cause: "it can't be opened", system: error)
        }
    }

    /// Creates the error of a device that another program uses.
    init(busy path: String, _ error: SystemErrorNumber) {
        self.init(
            .inUse, path: path, cause: "another program uses it", system: error,
            remedy: "End that program; fuser -v \(printable(path)) names it.")
    }

    /// Creates the error of a request to an open device.
    init(requesting what: String, of path: String, _ error: SystemErrorNumber) {
        switch error.rawValue {
        case ENODEV, ENXIO:
            self.init(
                .disconnected, path: path, cause: "it has been disconnected", system: error,
                remedy: "Connect it, and start the session again.")
        case EBUSY: self.init(busy: path, error)
        default: self.init(.failed, path: path, cause: "\(what) failed", system: error)
        }
    }
}

extension CaptureFailure: LocalizedError, CustomStringConvertible {
    var description: String { "\(path): \(cause)." + (remedy.isEmpty ? "" : " \(remedy)") }

    var errorDescription: String? { description }
}
