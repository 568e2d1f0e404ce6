import ImageUnits

extension CIFilter {
    /// A nonexecutable filter that no registry knows, for tools that try a unit out while it is written.
    ///
    /// - Throws: `ImageUnitIssue`, `KernelCompilationError` or what else is wrong with the kernel.
    package static func unregistered(_ description: FilterDescription) throws -> CIFilter {
        guard let kernel = try CheckedKernel(description) else {
            throw CIFilterError.unknownFilter(name: description.name, suggestion: nil)
        }
        return NonexecutableFilter(NonexecutableDefinition(description, kernel))
    }
}
