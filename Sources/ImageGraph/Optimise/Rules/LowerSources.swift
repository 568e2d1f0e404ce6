import KernelLanguage
import Pixels

/// Reads sources as they are stored, and converts their colours in a kernel, which can be fused with others.
///
/// The rule applies only to spaces defined by formulas. If a conversion is only a matrix, colours with alpha 0 are
/// kept.
struct LowerSources: GraphRule {
    let name = "read sources as they are stored"
    let law = "source = convert(stored), alpha and colour"
    let exactness = RuleExactness.within(0x1p-10)

    func rewrite(_ node: ImageNode, in context: OptimisationContext) throws -> ImageNode? {
        guard context.backend.compiles, case .source(let source, let colorManaged) = node.operation else { return nil }
        let raw = ImageNode(.rawSource(source), extent: node.extent)
        let format = source.storedFormat
        // Without a working space nothing is converted.
        let destination = colorManaged && source.colorSpace != nil ? context.workingColorSpace : nil
        let origin = destination == nil ? nil : source.colorSpace
        let isOpaque = source.alphaState == .opaque
        if isOpaque, format?.hasAlpha == false, SpacePair(from: origin, to: destination, working: nil).isIdentity {
            return raw
        }
        let recipe = ColorConversionKernel.make(
            from: origin, to: destination, inputAlpha: source.alphaState, outputAlpha: .premultiplied,
            input: format.map(ComponentRange.init) ?? .unbounded, output: .unbounded)
        guard let recipe else { return nil }
        if recipe.isIdentity { return raw }
        return ImageNode(.kernel(recipe.application(to: SampledImage(raw))), extent: node.extent)
    }
}
