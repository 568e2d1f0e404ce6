import DeviceKernels
import Foundation
import Rendering

/// The environment variable `COREIMAGE_DEVICE`.
enum DeviceVariable {
    /// The device that the variable selects; nil for the processor. A value that can't be used is logged, once.
    static let device: DeviceRendering? = {
        guard let text = ProcessInfo.processInfo.environment[DeviceSelection.variable], !text.isEmpty else {
            return nil
        }
        do { return try device(named: text) } catch {
            logError(error)
            return nil
        }
    }()

    /// Returns the device that a value of the variable selects.
    static func device(named text: String) throws -> DeviceRendering? {
        guard let selection = DeviceSelection(text) else {
            throw CIError.malformedOption(
                key: DeviceSelection.variable, expected: DeviceSelection.forms, given: "\"\(text)\"")
        }
        return try LinkedParts.shared.device(selection)
    }
}
