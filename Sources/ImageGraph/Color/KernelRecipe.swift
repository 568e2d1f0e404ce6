import KernelLanguage

/// A kernel whose first parameter is an image, with the arguments for its other parameters.
package struct KernelRecipe: Sendable {
    /// The kernel.
    package var program: Program
    /// Components of each parameter's argument; those of the image are empty.
    package var arguments: KernelArguments
    /// Whether the kernel leaves every pixel unchanged.
    package var isIdentity: Bool
    /// The conversion that the kernel performs.
    let conversion: ColorConversionKernel.Conversion

    /// Returns the kernel applied to an image.
    package func application(to image: SampledImage) -> KernelApplication {
        let numbers = arguments.components.dropFirst().map { KernelArgument.numbers($0) }
        var result = KernelApplication(program: program, arguments: [.image(image)] + numbers) { _, output in output }
        result.conversion = conversion
        return result
    }
}
