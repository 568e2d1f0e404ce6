import Foundation
import KernelLanguage

/// A unit's description of one of its filters.
package struct FilterDescription: Sendable, Hashable, Codable {
    /// The two kinds of filter.
    package enum Kind: String, Sendable, Hashable, Codable {
        /// A class or a C function in the unit's executable: machine code.
        case executable
        /// A kernel file only. It is safe to run, even if its author isn't trusted.
        case nonexecutable
    }

    /// Maximum size of a kernel file, in bytes.
    package static let kernelSizeLimit = 1 << 20

    /// The unit's folder.
    package var bundle: URL
    /// The name by which the filter is requested.
    package var name: String
    /// `CIFilterClass`. It has no meaning for a nonexecutable filter; existing units set it to the filter's own name.
    package var className: String
    /// The path of the kernel file, relative to the bundle; nil for an executable filter.
    package var kernelFile: String?
    /// The C functions that compute the filter; nil for kernels and classes.
    package var processor: ProcessorSymbols?
    /// The display name in the user's language.
    package var displayName: String
    /// A description of the filter in the user's language.
    package var summary: String?
    /// Category names, such as `CICategoryStylize`.
    package var categories: [String]
    /// The inputs, in the order of the parameters of the kernel or function.
    package var inputs: [InputDescription]
    /// `CIOutputs` as written; reserved for later use.
    package var outputs: [PropertyValue]
    /// Whether the unit brings its own user interface for the filter.
    package var hasCustomInterface: Bool
    /// Attributes that have no property here, as written.
    package var attributes: [String: PropertyValue]

    /// The kind of the filter: nonexecutable if it has a kernel file.
    package var kind: Kind { kernelFile == nil ? .executable : .nonexecutable }

    /// Reads the kernel text of a nonexecutable filter; nil for an executable one.
    ///
    /// - Throws: `ImageUnitIssue` if the file is missing, outside the bundle, too large or not UTF-8.
    package func kernelSource() throws(ImageUnitIssue) -> KernelSource? {
        guard let kernelFile else { return nil }
        do throws(ImageUnitProblem) {
            guard let folder = UnitFolder(bundle: bundle) else { throw ImageUnitProblem.notAFolder }
            return KernelSource(
                text: try folder.kernelText(kernelFile), file: "\(bundle.lastPathComponent)/\(kernelFile)")
        } catch {
            throw ImageUnitIssue(severity: .error, scope: .filter(name), bundle: bundle, problem: error)
        }
    }
}
