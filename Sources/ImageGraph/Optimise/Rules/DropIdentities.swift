import Foundation
import KernelLanguage
import Pixels

/// Drops steps that return their input: transforms by the identity, crops that remove nothing, conversions between
/// equal spaces, and kernels that return their image's pixel.
struct DropIdentities: GraphRule {
    let name = "drop identities"
    let law = "id(x) = x"
    let exactness = RuleExactness.exact

    func rewrite(_ node: ImageNode, in context: OptimisationContext) throws -> ImageNode? {
        switch node.operation {
        case .crop(let image, _): return image.extent == node.extent ? image : nil
        case .transform(let image, let transform, _):
            // The same criterion as the renderer's for a transform without effect.
            guard let (x, y) = transform.wholePixelTranslation, x == 0, y == 0 else { return nil }
            return image.restricted(to: node.extent)
        case .convert(let image, let from, let to):
            let pair = SpacePair(from: from, to: to, working: context.workingColorSpace)
            return pair.isIdentity ? image.restricted(to: node.extent) : nil
        case .kernel(let application):
            let images = application.images
            let pixels = images.indices.map { index in
                (0..<4).map { KnownValue.component(image: index, channel: $0) }
            }
            return node.copied(application, reading: pixels)
        default: return nil
        }
    }
}

extension ImageNode {
    /// Returns the image whose pixels this kernel node returns, given the known values of the pixels that it reads; nil
    /// if it changes pixels.
    func copied(_ application: KernelApplication, reading pixels: [[KnownValue]]) -> ImageNode? {
        guard application.program.kind != .warp else { return nil }
        let outputs = KnownValueEvaluation.outputs(of: application, images: pixels)
        guard outputs.count == 4, case .component(let index, channel: 0) = outputs[0] else { return nil }
        let isCopy = outputs.indices.allSatisfy { channel in
            // A component that is known to be a constant is represented by that constant.
            outputs[channel] == .component(image: index, channel: channel)
                || (outputs[channel] != .unknown && outputs[channel] == pixels[index][channel])
        }
        let image = application.images[index]
        guard isCopy, image.transform.isIdentity, image.colorSpace == nil, image.wrap == .transparent else {
            return nil
        }
        return image.node.restricted(to: extent)
    }
}
