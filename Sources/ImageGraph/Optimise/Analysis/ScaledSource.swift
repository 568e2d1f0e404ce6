import Foundation
import Pixels

/// A resampling that makes a source smaller, with nothing but placements between the two: the source is turned, moved
/// by whole pixels and cropped, then its edges are repeated.
struct ScaledSource {
    /// The node with the resampled pixels.
    let result: ImageNode
    let source: any ReducibleSource
    /// The nodes below `result`, from the one that `result` reads to the source.
    let nodes: [ImageNode]

    private let isColorManaged: Bool
    private let filter: ResamplingFilter
    private let scale: SIMD2<Double>
    /// The source's placement before it is scaled.
    private let placement: CGAffineTransform
    /// The part of the placed source whose edges are repeated.
    private let part: CGRect

    /// Creates the description; nil for any other node, or if another resampling continues this one.
    init?(_ node: ImageNode) {
        guard let (filter, scale, convolutions) = Self.scaling(node), let inner = convolutions.last,
            case let clamped = inner.operation.inputs[0], case .clamp(var image, let part) = clamped.operation
        else { return nil }
        var nodes = convolutions.dropFirst() + [clamped, image]
        var placement = CGAffineTransform.identity
        while true {
            switch image.operation {
            case .crop(let input, _): image = input
            case .transform(let input, let transform, _):
                guard transform.keepsPixels else { return nil }
                placement = transform.concatenating(placement)
                image = input
            case .source(let source, let colorManaged):
                guard let source = source as? any ReducibleSource else { return nil }
                (self.source, isColorManaged) = (source, colorManaged)
                (result, self.filter, self.scale) = (node, filter, scale)
                (self.placement, self.part, self.nodes) = (placement, part, Array(nodes))
                return
            default: return nil
            }
            nodes.append(image)
        }
    }

    /// Returns the consecutive resamplings with one filter that end with `node`, and their scales.
    private static func scaling(
        _ node: ImageNode
    ) -> (filter: ResamplingFilter, scale: SIMD2<Double>, nodes: [ImageNode])? {
        var filter: ResamplingFilter?
        var (scale, nodes) = (SIMD2(1.0, 1.0), [ImageNode]())
        var next = node
        while case .native(let computation) = next.operation, let line = computation as? LineConvolution,
            let resampling = line.resampling, resampling.offset == 0,
            filter == nil || filter?.kind == resampling.filter.kind
        {
            filter = resampling.filter
            scale[line.axis == .horizontal ? 0 : 1] *= resampling.scale
            nodes.append(next)
            next = line.input
        }
        return filter.map { ($0, scale, nodes) }
    }

    /// Returns how many pixels of a reduced source make one of the result, along the axis with fewer of them.
    func rest(after reduction: SourceReduction) -> Double {
        let factors = factors(of: reduction)
        return min(1 / (scale.x * factors.x), 1 / (scale.y * factors.y))
    }

    /// Returns the same resampling of the reduced source; nil if the part that is visible has no whole reduced pixel.
    ///
    /// - Parameter reduced: The source after `reduction`.
    func replaced(by reduced: any PixelSource, _ reduction: SourceReduction) -> ImageNode? {
        let whole = CGRect(x: 0, y: 0, width: reduction.width, height: reduction.height)
        // Turned like the source, and moved into the first quadrant.
        let turn = CGAffineTransform(a: placement.a, b: placement.b, c: placement.c, d: placement.d, tx: 0, ty: 0)
        let turned = whole.applying(turn)
        let place = turn.concatenating(CGAffineTransform(translationX: -turned.minX, y: -turned.minY))
        // A point p of the placed source is the point (p − origin) / factors of the placed reduced one.
        let factors = factors(of: reduction)
        let corner = CGRect(
            x: reduction.left, y: reduction.bottom, width: Double(reduction.width) * reduction.horizontalFactor,
            height: Double(reduction.height) * reduction.verticalFactor
        ).applying(placement)
        let origin = SIMD2(Double(corner.minX), Double(corner.minY))
        let slack = 1.0 / 1024
        let left = ((Double(part.minX) - origin.x) / factors.x - slack).rounded(.up)
        let bottom = ((Double(part.minY) - origin.y) / factors.y - slack).rounded(.up)
        let right = ((Double(part.maxX) - origin.x) / factors.x + slack).rounded(.down)
        let top = ((Double(part.maxY) - origin.y) / factors.y + slack).rounded(.down)
        guard right > left, top > bottom else { return nil }
        let visible = CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
        let image = ImageNode.source(reduced, colorManaged: isColorManaged).transformed(by: place)
        guard image.extent.encloses(visible) else { return nil }
        let scaled = image.clamped(to: visible).scaled(
            by: filter, x: scale.x * factors.x, y: scale.y * factors.y, offset: origin / factors)
        return ImageNode(scaled.operation, extent: result.extent)
    }

    /// The factors of a reduction along the axes of the placed source.
    private func factors(of reduction: SourceReduction) -> SIMD2<Double> {
        placement.a == 0
            ? SIMD2(reduction.verticalFactor, reduction.horizontalFactor)
            : SIMD2(reduction.horizontalFactor, reduction.verticalFactor)
    }
}

extension CGAffineTransform {
    /// Whether the transform maps pixels to pixels: turns by 90° and mirrors an image, and moves it by whole pixels.
    fileprivate var keepsPixels: Bool {
        let isStraight = abs(a) == 1 && abs(d) == 1 && b == 0 && c == 0
        let isTurned = abs(b) == 1 && abs(c) == 1 && a == 0 && d == 0
        return (isStraight || isTurned) && tx == tx.rounded() && ty == ty.rounded() && abs(tx) < 1e12 && abs(ty) < 1e12
    }
}
