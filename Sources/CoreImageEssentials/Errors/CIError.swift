import Foundation
import KernelLanguage
import Pixels

/// An error that explains why a picture, a colour, an option or a kernel was refused.
///
/// `description` says what is wrong and how to correct it.
public enum CIError: Error, Sendable {
    /// Text that should consist of numbers cannot be read. `part` is the text that is not a number, or nil when the
    /// number of numbers is wrong. `example` shows the right form.
    case malformedText(type: String, text: String, part: String?, example: String)
    /// The size, row length and memory of a bitmap do not fit together.
    case malformedBitmap(reason: String)
    /// The operation does not support the pixel format. `usable` are common formats that it supports.
    case unsupportedFormat(CIFormat, operation: String, usable: [CIFormat])
    /// The operation does not support the pixel buffer. `reason` says why, and what to do.
    case unsupportedPixelBuffer(operation: String, reason: String)
    /// The texture can't be made. `reason` says why, and what to do.
    case unusableTexture(reason: String)
    /// The operation does not support the colour space.
    case unsupportedColorSpace(operation: String, reason: String)
    /// An option has a value of a wrong class or out of range.
    case malformedOption(key: String, expected: String, given: String)
    /// The device that an option selects can't be used. `reason` says why, and what to do.
    case unusableDevice(selection: String, reason: String)
    /// The type has no option with this key. `known` are the keys that it has.
    case unknownOption(key: String, of: String, known: [String])
    /// A parameter of an object is out of its range.
    case numberOutOfRange(type: String, parameter: String, range: ClosedRange<Int>, given: Int)
    /// A kernel source contains no kernel of the expected kind.
    case missingKernel(expected: String, found: [String], source: KernelSource)
    /// The number of arguments differs from the number of kernel parameters. `expected` lists the parameters.
    case argumentCount(kernel: String, expected: [String], given: Int)
    /// An argument does not fit the type of its kernel parameter.
    case argumentType(kernel: String, parameter: String, expected: String, given: String)
}
