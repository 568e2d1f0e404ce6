import Foundation
import KernelLanguage

/// What a unit says about one of its filters.
public struct FilterDescription: Sendable, Hashable, Codable {
    /// The two kinds of filter.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// Machine code: a class or a C function in the unit's executable.
        case executable
        /// A kernel file and nothing else; harmless whoever wrote it.
        case nonexecutable
    }

    /// Bytes that a kernel file may have.
    public static let kernelSizeLimit = 1 << 20

    /// The unit's folder.
    public var bundle: URL
    /// The name the filter is asked for by.
    public var name: String
    /// `CIFilterClass`; for a nonexecutable filter it has no meaning, though real units set it to the filter's own name.
    public var className: String
    /// The kernel file relative to the bundle, for a nonexecutable filter.
    public var kernelFile: String?
    /// The C functions that compute the filter; nil for kernels, and for classes.
    public var processor: ProcessorSymbols?
    /// The name to show, in the user's language.
    public var displayName: String
    /// What the filter does, in the user's language.
    public var summary: String?
    /// Category names, such as `CICategoryStylize`.
    public var categories: [String]
    /// Inputs in the order of the kernel's or function's parameters.
    public var inputs: [InputDescription]
    /// `CIOutputs` as written; reserved.
    public var outputs: [PropertyValue]
    /// Whether the unit brings its own user interface for the filter.
    public var hasCustomInterface: Bool
    /// Attributes without a place of their own, as written.
    public var attributes: [String: PropertyValue]

    /// Executable or not: a filter with a kernel file is nonexecutable.
    public var kind: Kind { kernelFile == nil ? .executable : .nonexecutable }

    /// The kernel text of a nonexecutable filter; nil for an executable one.
    ///
    /// - Throws: `ImageUnitIssue` when the file is missing, outside the bundle, too large or not UTF-8.
    public func kernelSource() throws(ImageUnitIssue) -> KernelSource? {
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
