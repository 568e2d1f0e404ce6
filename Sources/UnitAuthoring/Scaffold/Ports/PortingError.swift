import Foundation
import ImageUnits
import UntrustedInput

/// The reason why a unit could not be made from a kernel file or from a bundle.
package enum PortingError: Error, LocalizedError, CustomStringConvertible {
    /// The kernel file can't be read.
    case file(String, reason: String)
    /// The compiler's diagnostics for the kernel text, as whole lines.
    case diagnostics(String)
    /// The file has no kernel.
    case noKernel(String)
    /// The file has no kernel of this name.
    case unknownKernel(String, file: String, known: [String])
    /// A kernel reads other pixels than its own, but a unit without code was requested.
    case needsCode(kernel: String, file: String)
    /// The bundle can't be read as an image unit; the problems are whole lines.
    case bundle(String, problems: [String])
    /// The bundle's identifier isn't in reverse DNS notation.
    case identifier(String, of: String, unit: String)
    /// The unit can't be named or written.
    case authoring(AuthoringError)

    /// The problem and its remedy.
    package var description: String {
        switch self {
        case .file(let path, let reason):
            "\(printable(path, limit: 1000)): it can't be read: \(printable(reason)); name a text file of kernels, at most "
                + "\(FilterDescription.kernelSizeLimit >> 20) MB in UTF-8"
        case .diagnostics(let text): text
        case .noKernel(let path):
            "\(printable(path, limit: 1000)): there is no kernel in it; begin one with 'kernel vec4 name(sampler image)'"
        case .unknownKernel(let name, let file, let known):
            "--kernel \(printable(name)): \(printable(file)) has no such kernel; it has "
                + known.map { printable($0) }.joined(separator: ", ")
        case .needsCode(let kernel, let file):
            "\(printable(file)): the kernel '\(printable(kernel))' reads other pixels than its own, which a unit without code can't; write "
                + "--kind swift"
        case .bundle(let path, let problems):
            problems.joined(separator: "\n") + (problems.isEmpty ? "" : "\n")
                + "\(printable(path, limit: 1000)): this can't be read as an image unit; correct what is named above"
        case .identifier(let text, let path, let unit):
            "\(printable(path, limit: 1000)): CFBundleIdentifier is '\(printable(text))', which isn't a domain backwards and a name; give "
                + "the new unit another with --identifier, such as org.example.\(unit)"
        case .authoring(let error): error.description
        }
    }

    /// The same text, for `localizedDescription`.
    package var errorDescription: String? { description }
}
