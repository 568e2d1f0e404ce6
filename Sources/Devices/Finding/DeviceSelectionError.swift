import DeviceKernels
import Foundation
import UntrustedInput

/// The reason why a selected device can't be used.
package struct DeviceSelectionError: Error, Sendable, Hashable {
    /// What was selected.
    package let selection: DeviceSelection
    /// The reason, with the remedy.
    package let reason: String

    init(_ selection: DeviceSelection, _ reason: String) { (self.selection, self.reason) = (selection, reason) }
}

extension DeviceSelectionError: CustomStringConvertible, LocalizedError {
    /// The error's text.
    package var description: String {
        "the device '\(printable("\(selection)"))' can't be used: \(reason). 'coreimage devices' lists what there is"
    }

    /// The same text as `description`.
    package var errorDescription: String? { description }
}
