import Foundation
import KernelLanguage
import Pixels

/// Scales an image down before its colours are processed, so that there are fewer pixels to process.
///
/// The transform is moved across kernels of one image that are a matrix, because interpolating and multiplying by a
/// matrix commute. The matrix must not add a constant, so that edges still fade to transparent.
struct DownscaleFirst: GraphRule {
    let name = "scale down first"
    let law = "T(M·x) = M·T(x), as T mixes pixels by weights and M is a matrix; where T makes fewer pixels"
    let exactness = RuleExactness.within(0x1p-16)
    let order = RuleOrder.readersFirst

    func rewrite(_ node: ImageNode, in context: OptimisationContext) throws -> ImageNode? {
        guard case .transform(let inner, let transform, let interpolation) = node.operation,
            abs(transform.determinant) < 1, context.readers[inner] == 1,
            case .kernel(var application) = inner.operation,
            let kernel = SingleImageKernel(application, in: context), kernel.matrix?.bias == .zero,
            case let image = kernel.image, image.transform.isIdentity, image.colorSpace == nil,
            image.wrap == .transparent, image.node.extent == inner.extent
        else { return nil }
        let smaller = ImageNode(.transform(image.node, transform, interpolation), extent: node.extent)
        // The region function refers to positions in the larger image.
        application.regionOfInterest = { $1 }
        return ImageNode(ImageOperation.kernel(application).replacingInputs(by: [smaller]), extent: node.extent)
    }
}
