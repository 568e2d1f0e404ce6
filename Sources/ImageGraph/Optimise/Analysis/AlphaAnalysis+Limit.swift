import Pixels

extension AlphaAnalysis {
    /// Whether alpha is at most 1 in every pixel. This is derived from sources in integer formats, and from kernels
    /// that keep an image's alpha.
    static func isWithinOne(_ node: ImageNode, steps: Int = 24) -> Bool {
        if steps == 0 { return false }
        if node.extent.isNull { return true }
        switch node.operation {
        case .constant(let color): return color.components.w <= 1
        case .source(let source, _), .rawSource(let source):
            return source.alphaState == .opaque || source.storedFormat.map { !$0.isFloat } ?? false
        case .crop(let image, _), .clamp(let image, _), .transform(let image, _, _), .premultiply(let image),
            .unpremultiply(let image), .convert(let image, _, _):
            return isWithinOne(image, steps: steps - 1)
        case .kernel(let application):
            guard application.program.kind != .warp else { return false }
            let images = pixels(of: application, inside: node.extent)
            switch KnownValueEvaluation.outputs(of: application, images: images).last {
            case .constant(.float(let alpha))?: return alpha <= 1
            case .component(let image, channel: 3)?:
                return isWithinOne(application.images[image].node, steps: steps - 1)
            default: return false
            }
        case .native: return isOpaque(node)
        }
    }
}
