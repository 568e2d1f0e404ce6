import Foundation
import KernelLanguage
import Pixels

/// A kernel whose result another kernel reads at the pixel being computed, with what lies between the two: crops and moves by whole
/// pixels.
struct PixelProducer {
    /// The node that the reader names.
    let node: ImageNode
    /// The kernel behind it.
    let application: KernelApplication
    /// How far its pixels are moved, in the reader's coordinates.
    let offset: (x: Int, y: Int)
    /// The part that isn't cut away, in the reader's coordinates; nil where nothing is.
    let area: PixelRect?
    /// The most places that read one of the nodes after the first.
    let innerReaders: Int

    /// Coordinates below this are exact in single precision, halves included.
    private static let coordinateLimit = 1 << 22

    /// The producer behind `image`; nil where it is none, or its pixels are interpolated.
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

    /// Whether `rect`'s corners can be compared with coordinates in single precision.
    static func hasExactEdges(_ rect: PixelRect) -> Bool {
        [rect.x, rect.y, rect.maxX, rect.maxY].allSatisfy {
            abs($0) < coordinateLimit || abs($0) >= PixelRect.coordinateLimit / 2
        }
    }
}

extension PixelRect {
    /// Moved by whole pixels.
    func moved(_ dx: Int, _ dy: Int) -> PixelRect { PixelRect(x: x + dx, y: y + dy, width: width, height: height) }
}

extension ImageNode {
    /// The kernel that computes this node's pixels, if one does.
    fileprivate func pixelKernel(in context: OptimisationContext) -> KernelApplication? {
        switch operation {
        case .kernel(let application): application.program.kind == .warp ? nil : application
        // Whether an image's colours are converted at all is not known here, as tables aren't.
        case .constant(let color): context.isInWorkingSpace(color) ? ConstantKernel.application(color) : nil
        default: nil
        }
    }
}
