import KernelLanguage
import Pixels

/// Removes the multiplication by alpha after decoding colours and the division before encoding them, including around a
/// colour matrix.
///
/// Conversions with curves work on unpremultiplied colours. The law holds if products don't underflow.
struct SkipAlphaBetweenConversions: GraphRule {
    let name = "convert colours without alpha in between"
    let law = "encode((M·(α·decode(c)) + α·b)/α)·α = encode(M·decode(c) + b)·α; both sides are 0 where α = 0"
    // The slope of a curve multiplies a rounding error in the last bit of a dark colour by up to 13.
    let exactness = RuleExactness.within(0x1p-18)

    func rewrite(_ node: ImageNode, in context: OptimisationContext) throws -> ImageNode? {
        guard case .kernel(let encoding) = node.operation, var encode = encoding.conversion, !encode.isLinear,
            encode.inputAlpha == .premultiplied, encode.outputAlpha == .premultiplied,
            let first = producer(of: encoding, extent: node, context)
        else { return nil }
        var source = first
        var matrix: ColorMatrix?
        if first.conversion == nil {
            guard let found = Self.matrix(first, context), let next = producer(of: first, extent: node, context) else {
                return nil
            }
            (matrix, source) = (found, next)
        }
        guard var decode = source.conversion, !decode.isLinear, decode.outputAlpha == .premultiplied else { return nil }
        (decode.outputAlpha, encode.inputAlpha) = (.unpremultiplied, .unpremultiplied)
        guard let decodeRecipe = decode.recipe, let encodeRecipe = encode.recipe else { return nil }

        var decoded = decodeRecipe.application(to: source.images[0])
        decoded.resultColors = KernelApplication.ResultColors(space: decode.destination, alpha: .unpremultiplied)
        decoded.parts = source.parts
        var image = ImageNode(.kernel(decoded), extent: node.extent)
        if let matrix {
            var mapped = ColorMatrixKernel.straightApplication(of: matrix, image: SampledImage(image))
            mapped.resultColors = decoded.resultColors
            mapped.parts = first.parts
            image = ImageNode(.kernel(mapped), extent: node.extent)
        }
        var encoded = encodeRecipe.application(to: SampledImage(image))
        (encoded.resultColors, encoded.parts) = (encoding.resultColors, encoding.parts)
        return ImageNode(.kernel(encoded), extent: node.extent)
    }

    /// Returns the kernel whose result is the only image of `application`, has the same extent, and is read pixel by
    /// pixel; nil if there is none, or if it has other readers.
    private func producer(
        of application: KernelApplication, extent node: ImageNode, _ context: OptimisationContext
    ) -> KernelApplication? {
        guard application.images.count == 1 else { return nil }
        let image = application.images[0]
        guard image.transform.isIdentity, image.colorSpace == nil, image.wrap == .transparent,
            image.node.extent == node.extent, context.readers[image.node] == 1,
            case .kernel(let result) = image.node.operation
        else { return nil }
        return result
    }

    /// Returns the matrix that a kernel applies if it keeps alpha; nil otherwise. Dividing by alpha turns the weights
    /// of alpha into constants.
    private static func matrix(_ application: KernelApplication, _ context: OptimisationContext) -> ColorMatrix? {
        let hasColors = application.arguments.contains { if case .color = $0 { true } else { false } }
        guard !application.program.requiresSandbox, !hasColors,
            let matrix = SingleImageKernel(application, in: context)?.matrix, matrix.keepsAlpha
        else { return nil }
        return matrix
    }
}
