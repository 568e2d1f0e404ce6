import CoreImageEssentials
import ImageUnits

extension CIFilter {
    /// Creates a nonexecutable filter that is in no registry, for tools that try out a unit during its development.
    ///
    /// - Throws: `ImageUnitIssue`, `KernelCompilationError`, or another error if the kernel is invalid.
    package static func unregistered(_ description: FilterDescription) throws -> CIFilter {
        guard let kernel = try CheckedKernel(description) else {
            throw CIFilterError.unknownFilter(name: description.name, suggestion: nil)
        }
        return NonexecutableFilter(NonexecutableDefinition(description, kernel))
    }
}
