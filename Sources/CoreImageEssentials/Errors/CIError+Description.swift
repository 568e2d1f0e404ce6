import Foundation
import UntrustedInput

extension CIError: CustomStringConvertible, LocalizedError {
    /// A sentence that says what is wrong and how to correct it.
    public var description: String {
        switch self {
        case .malformedText(let type, let text, let part, let example):
            let subject = "\(type) can't be made from \"\(printable(text))\""
            if let part {
                return "\(subject): \"\(printable(part))\" is not a number; write it like \"\(example)\""
            }
            return "\(subject): it has the wrong number of components; write it like \"\(example)\""
        case .malformedBitmap(let reason):
            return "The bitmap can't be used: \(reason)"
        case .unsupportedFormat(let format, let operation, let usable):
            let name =
                format.pixelFormat?.name ?? "with the raw value \(format.rawValue), which stands for no format,"
            return "The pixel format \(name) can't be used for \(operation)"
                + (usable.isEmpty
                    ? "; use another format" : "; use \(usable.map { ".\($0)" }.joined(separator: ", "))")
        case .unsupportedPixelBuffer(let operation, let reason):
            return "The pixel buffer can't be used for \(operation): \(printable(reason))"
        case .unusableTexture(let reason): return "The texture can't be used: \(printable(reason, limit: 1000))"
        case .unsupportedColorSpace(let operation, let reason):
            return "The colour space can't be used for \(operation): \(reason)"
        case .malformedOption(let key, let expected, let given):
            return "The option \(key) takes \(expected), not \(given)"
        case .unusableDevice(_, let reason): return printable(reason, limit: 1000)
        case .unknownOption(let key, let type, let known):
            let remedy =
                NearestName.of(key, among: known).map { "did you mean \"\($0)\"?" }
                ?? "it has \(known.joined(separator: ", "))"
            return "\(type) has no option \"\(printable(key))\"; \(remedy)"
        case .numberOutOfRange(let type, let parameter, let range, let given):
            return "\(type) takes a \(parameter) from \(range.lowerBound) to \(range.upperBound), not \(given)"
        case .missingKernel(let expected, let found, let source):
            let have = found.isEmpty ? "there is no kernel" : "found " + found.joined(separator: ", ")
            return "\(source.file):\(source.firstLine): expected \(expected), but \(have); begin the function's "
                + "declaration with 'kernel', and give it the parameters of that kind"
        case .argumentCount(let kernel, let expected, let given):
            return "The kernel '\(kernel)' takes \(expected.count) argument\(expected.count == 1 ? "" : "s")"
                + (expected.isEmpty ? "" : " (\(expected.joined(separator: ", ")))")
                + ", but \(given) \(given == 1 ? "was" : "were") given"
        case .argumentType(let kernel, let parameter, let expected, let given):
            return "The kernel '\(kernel)' takes \(expected) for its parameter '\(parameter)', not \(given)"
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }

    package static func text(of rect: CGRect) -> String {
        if rect.isNull { return "(null)" }
        if rect.isInfinite { return "(infinite)" }
        return "(x \(rect.origin.x), y \(rect.origin.y), \(rect.width) × \(rect.height))"
    }
}
