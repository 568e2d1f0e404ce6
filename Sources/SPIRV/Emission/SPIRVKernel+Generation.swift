import ImageGraph
import KernelLanguage

extension SPIRVKernel {
    /// Generates the module of a validated program.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - layout: The formats, interpolations and wrap modes of its images, and the format of its result.
    ///   - controls: What the device promises about floats. The module demands it.
    /// - Throws: `SPIRVEmissionError` if the program can't be written.
    package init(_ program: Program, layout: KernelLayout, controls: SPIRVFloatControls) throws {
        self = try SPIRVKernelEmitter.kernel(for: program, layout: layout, controls: controls)
    }
}
