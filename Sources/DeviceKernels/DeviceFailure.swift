import Foundation

/// The reason why a device can't do something that another processor may be able to do.
package struct DeviceFailure: Error, Sendable, Hashable {
    /// What a failure means for later work.
    package enum Kind: Sendable, Hashable {
        /// The device has no code for a kernel.
        case unsupported
        /// The device has too little memory at present.
        case outOfMemory
        /// The device doesn't work any more.
        case lost
        /// Any other failure of the device or its driver.
        case failed
    }

    /// What the failure means for later work.
    package let kind: Kind
    /// The device's name.
    package let device: String
    /// The error's text.
    package let reason: String

    /// Creates a failure.
    package init(_ kind: Kind, device: String, reason: String) {
        (self.kind, self.device, self.reason) = (kind, device, reason)
    }
}

extension DeviceFailure {
    /// The refusal of a program that requires the sandbox. Code of a driver, and the memory that all kernels on a
    /// device share, aren't one.
    package static func sandboxRequired(device: String) -> DeviceFailure {
        DeviceFailure(
            .unsupported, device: device, reason: "kernels that require the sandbox don't run on devices")
    }
}

extension DeviceFailure: CustomStringConvertible, LocalizedError {
    /// The device and the reason.
    package var description: String { reason.contains(device) ? reason : "\(device): \(reason)" }
    /// The same text as `description`.
    package var errorDescription: String? { description }
}
