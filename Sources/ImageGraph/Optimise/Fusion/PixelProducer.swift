import Foundation
import KernelLanguage
import Pixels

/// A kernel whose result another kernel reads at the pixel being computed, and the crops and whole-pixel translations
/// between the two.
struct PixelProducer {
    /// The node that the consumer reads.
    let node: ImageNode
    /// The kernel below the crops and translations.
    let application: KernelApplication
    /// Translation of its pixels, in the consumer's coordinates.
    let offset: (x: Int, y: Int)
    /// The part that is not cropped away, in the consumer's coordinates; nil if nothing is cropped.
    let area: PixelRect?
    /// Largest number of readers of one of the nodes below the first.
    let innerReaders: Int

    /// Coordinates below this are exact in single precision, including halves.
    private static let coordinateLimit = 1 << 22

    /// Finds the producer of `image`; nil if there is none, or if its pixels are interpolated.
    init?(behind image: SampledImage, in context: OptimisationContext) {
        guard image.wrap == .transparent || image.node.extent.isInfinite, image.colorSpace == nil,
            let view = AlignedView(of: image, in: context),
            let application = view.node.pixelKernel(in: context)
        else { return nil }
        (node, self.application, offset, area) = (image.node, application, view.offset, view.area)
        innerReaders = view.innerReaders
        let isExact = [offset.x, offset.y].allSatisfy { abs($0) < Self.coordinateLimit }
        guard isExact else { return nil }
    }

    /// Whether comparing `rect`'s edges with coordinates in single precision is exact.
    static func hasExactEdges(_ rect: PixelRect) -> Bool {
        [rect.x, rect.y, rect.maxX, rect.maxY].allSatisfy {
            abs($0) < coordinateLimit || abs($0) >= PixelRect.coordinateLimit / 2
        }
    }
}

extension ImageNode {
    /// The kernel that computes this node's pixels; nil if none does.
    fileprivate func pixelKernel(in context: OptimisationContext) -> KernelApplication? {
        switch operation {
        case .kernel(let application): application.program.kind == .warp ? nil : application
        // Tables aren't converted, and it isn't known here whether the image is a table. Only colours that need no
        // conversion are therefore used.
        case .constant(let color): context.isInWorkingSpace(color) ? ConstantKernel.application(color) : nil
        default: nil
        }
    }
}
