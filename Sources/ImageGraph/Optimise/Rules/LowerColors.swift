import KernelLanguage
import Pixels

/// Converts colours in kernels, which can be fused with others; converts constants during optimisation.
///
/// A conversion at the end of the recipe, into an integer format, only needs to be correct for colours within 0…1.
struct LowerColors: GraphRule {
    let name = "convert colours in kernels"
    let law =
        "convert(A→B) = encode_B(M · decode_A(x)); colours are held within 0…1 first where an integer format does so anyway"
    let exactness = RuleExactness.within(0x1p-10)
    // Readers come first, so that a conversion and the following division by alpha, which unpremultiplied formats need,
    // become one kernel.
    let order = RuleOrder.readersFirst

    func rewrite(_ node: ImageNode, in context: OptimisationContext) throws -> ImageNode? {
        switch node.operation {
        case .constant(let color): return try constant(color, node, context)
        case .kernel(let application):
            return encodedVideo(application, node, context) ?? sampled(application, node, context)
        case .convert(let image, let from, let to):
            return converted(image, from, to, alpha: .premultiplied, node, context)
        case .unpremultiply(let inner):
            guard case .convert(let image, let from, let to) = inner.operation, context.readers[inner] == 1 else {
                return nil
            }
            return converted(image, from, to, alpha: .unpremultiplied, node, context)
        default: return nil
        }
    }

    /// Returns a constant with its colour converted to the working space.
    private func constant(
        _ color: GraphColor, _ node: ImageNode, _ context: OptimisationContext
    ) throws -> ImageNode? {
        guard let space = color.colorSpace else { return nil }
        var components = color.components
        if let working = context.workingColorSpace, !working.hasSameColors(as: space) {
            components = try ColorConversion(from: space, to: working).apply(components)
        }
        return ImageNode(.constant(GraphColor(components: components, colorSpace: nil)), extent: node.extent)
    }

    /// Returns the kernel with conversions as separate nodes before the images that it reads in another space.
    private func sampled(
        _ application: KernelApplication, _ node: ImageNode, _ context: OptimisationContext
    ) -> ImageNode? {
        var application = application
        var hasChanged = false
        for (index, argument) in application.arguments.enumerated() {
            guard case .image(var image) = argument, let space = image.colorSpace else { continue }
            // A table's values aren't colours.
            let parameters = application.program.parameters
            if index < parameters.count, parameters[index].type == .table { continue }
            image.node = image.node.converted(from: nil, to: space)
            image.colorSpace = nil
            application.arguments[index] = .image(image)
            hasChanged = true
        }
        return hasChanged ? ImageNode(.kernel(application), extent: node.extent) : nil
    }

    /// Returns a kernel that encodes video, with the conversion before it in the precision of its codes.
    private func encodedVideo(
        _ application: KernelApplication, _ node: ImageNode, _ context: OptimisationContext
    ) -> ImageNode? {
        guard let range = application.videoRange, case .image(var image)? = application.arguments.first,
            case .convert(let colors, let from, let to) = image.node.operation, context.readers[image.node] == 1,
            let conversion = converted(
                colors, from, to, alpha: .premultiplied, image.node, context, output: range)
        else { return nil }
        var application = application
        image.node = conversion
        application.arguments[0] = .image(image)
        return ImageNode(.kernel(application), extent: node.extent)
    }

    private func converted(
        _ image: ImageNode, _ from: CGColorSpace?, _ to: CGColorSpace?, alpha: AlphaState, _ node: ImageNode,
        _ context: OptimisationContext, output: ComponentRange? = nil
    ) -> ImageNode? {
        guard context.backend.compiles, image.extent == node.extent else { return nil }
        let pair = SpacePair(from: from, to: to, working: context.workingColorSpace)
        guard !pair.isIdentity else { return nil }
        let recipe = ColorConversionKernel.make(
            from: pair.from, to: pair.to,
            inputAlpha: AlphaAnalysis.isOpaqueOrMean(image) ? .opaque : .premultiplied, outputAlpha: alpha,
            input: image.videoRange ?? .unbounded,
            output: output
                ?? (context.root == ObjectIdentifier(node) ? ComponentRange(of: context.output) : .unbounded))
        guard let recipe else { return nil }
        var application = recipe.application(to: SampledImage(image))
        application.resultColors = KernelApplication.ResultColors(
            space: pair.to, alpha: alpha == .premultiplied ? .premultiplied : .unpremultiplied)
        return ImageNode(.kernel(application), extent: node.extent)
    }
}
