import DeviceKernels
import Foundation
import Rendering
import UntrustedInput

/// The environment variable `COREIMAGE_DEVICE`.
enum DeviceVariable {
    /// The device that the variable selects; nil for the processor. A value that can't be used is logged, once.
    static let device: DeviceRendering? = {
        guard let text = ProcessInfo.processInfo.environment[DeviceSelection.variable], !text.isEmpty else {
            return nil
        }
        do { return try device(named: text) } catch {
            logError(Unusable(error: error))
            return nil
        }
    }()

    /// The reason why the variable has no effect.
    private struct Unusable: Error, CustomStringConvertible {
        let error: any Error
        // The variable's text may have any characters.
        var description: String { "\(printable("\(error)", limit: 1000)); the CPU renders instead" }
    }

    /// Returns the device that a value of the variable selects.
    ///
    /// - Parameter option: What has the value, for errors.
    static func device(
        named text: String, for option: String = DeviceSelection.variable
    ) throws -> DeviceRendering? {
        guard let selection = DeviceSelection(text) else {
            throw CIError.malformedOption(
                key: option, expected: DeviceSelection.forms, given: "\"\(printable(text))\"")
        }
        return try LinkedParts.shared.device(selection)
    }
}
