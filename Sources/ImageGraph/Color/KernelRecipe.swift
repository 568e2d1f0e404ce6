import KernelLanguage

/// A kernel of one image, its first parameter, with the numbers for its others.
public struct KernelRecipe: Sendable {
    /// The kernel.
    public var program: Program
    /// Components of each parameter's argument; the image has none.
    public var arguments: KernelArguments
    /// Whether the kernel leaves every pixel as it is.
    public var isIdentity: Bool
    /// The conversion that the kernel is.
    let conversion: ColorConversionKernel.Conversion

    /// The kernel applied to an image.
    public func application(to image: SampledImage) -> KernelApplication {
        let numbers = arguments.components.dropFirst().map { KernelArgument.numbers($0) }
        var result = KernelApplication(program: program, arguments: [.image(image)] + numbers) { _, output in output }
        result.conversion = conversion
        return result
    }
}

/// How a pixel's colours relate to its alpha.
public enum AlphaConvention: String, Sendable, Hashable {
    /// Alpha means nothing and counts as 1.
    case opaque
    /// Colours are not multiplied by alpha.
    case unpremultiplied
    /// Colours are multiplied by alpha.
    case premultiplied
}
