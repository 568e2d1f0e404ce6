import Foundation
import KernelLanguage
import Pixels

/// Why a picture, a colour or a kernel was refused.
///
/// `description` names what is wrong and what to do about it.
public enum CIError: Error, Sendable {
    /// Text that should be numbers is something else; `part` is the part that can't be read, nil when the count is
    /// wrong.
    case malformedText(type: String, text: String, part: String?, example: String)
    /// A bitmap's size, row length and memory do not fit together.
    case malformedBitmap(reason: String)
    /// A pixel format that this operation can't use.
    case unsupportedFormat(CIFormat, operation: String)
    /// A colour space that this operation can't use.
    case unsupportedColorSpace(operation: String, reason: String)
    /// An option has a value of the wrong class.
    case malformedOption(key: String, expected: String, given: String)
    /// An option that does not exist.
    case unknownOption(key: String, of: String)
    /// Kernel text without a kernel of the wanted kind.
    case missingKernel(expected: String, found: [String], source: KernelSource)
    /// A kernel got more or fewer arguments than it has parameters.
    case argumentCount(kernel: String, expected: [String], given: Int)
    /// A kernel got an argument that its parameter can't take.
    case argumentType(kernel: String, parameter: String, expected: String, given: String)
}
