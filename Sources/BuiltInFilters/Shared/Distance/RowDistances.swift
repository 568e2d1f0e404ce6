import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels

/// The second half of an exact Euclidean distance transform: the distance to the nearest pixel, from the distances
/// within the columns of a row.
///
/// The squared distance at x is the minimum of `(x − i)² + g(i)²` over the columns i, where g is the distance within
/// the column. The scan by Meijster, Roerdink and Hesselink finds it for a whole row in linear time ("A general
/// algorithm for computing distance transforms in linear time", 2000): it keeps the parabolas that are lowest
/// somewhere, and the places from which they are lowest. All arithmetic uses integers, so a pixel doesn't depend on the
/// region that is rendered.
struct RowDistances: NativeOperator {
    private let columns: ImageNode
    /// The distance at which the result is 1.
    private let maximum: Float
    /// Whether distances are negative inside the mask.
    private let isSigned: Bool
    /// Maximum distance in pixels at which columns are considered.
    private let reach: Int

    let name = "distances in rows"
    var inputs: [ImageNode] { [columns] }
    var identity: AnyHashable? { [name, maximum, isSigned] as [AnyHashable] }
    var needsFullPrecision: Bool { true }
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        RowDistances(columns: images[0], maximum: maximum, isSigned: isSigned, reach: reach)
    }

    /// Returns the distance to the pixels of `image` whose red exceeds ½, divided by `maximum`, as in Core Image's
    /// distance gradients. The maximum is clamped to 0…1000.
    static func node(fromMask image: ImageNode, maximum: Float, isSigned: Bool) -> ImageNode {
        // Distances above 0 are at least 1, so all maxima below 1 give the same result.
        let held = min(max(maximum.isNaN ? 0 : maximum, 0.5), 1000)
        let reach = Int(held.rounded(.up))
        // The values 0 and 1 are exact in every pixel format, so the mask doesn't depend on where and how it is cached.
        let mask = RedMask.kernel.apply(to: CIImage(node: image)).node
        let columns = ColumnDistances(mask: mask, spans: ColumnSpans(mask: mask).node, reach: reach).node
        let rows = RowDistances(columns: columns, maximum: held, isSigned: isSigned, reach: reach)
        return .native(rows, extent: .infinite)
    }

    private init(columns: ImageNode, maximum: Float, isSigned: Bool, reach: Int) {
        (self.columns, self.maximum, self.isSigned, self.reach) = (columns, maximum, isSigned, reach)
    }

    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull || output.isInfinite { return output }
        let part = PixelRect(enclosing: output)
        if part.isEmpty { return .null }
        return CGRect(x: part.x - reach, y: part.y, width: part.width + 2 * reach, height: part.height)
    }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let distances = inputs.first ?? Raster(bounds: .empty)
        var envelope = ParabolaEnvelope(first: region.x - reach, count: region.width + 2 * reach)
        let meter = WorkMeter.current
        for y in region.y..<region.maxY {
            try meter?.check()
            let target = output.row(y) - output.bounds.x
            guard y >= distances.bounds.y, y < distances.bounds.maxY else {
                for x in region.x..<region.maxX { target[x] = SIMD4(1, 0, 0, 1) }
                continue
            }
            let (source, known) = (distances.row(y) - distances.bounds.x, distances.bounds.x..<distances.bounds.maxX)
            envelope.fill { column in
                let nearness = known.contains(column) ? Int(source[column].x) : 0
                return nearness > 0 ? reach + 1 - nearness : nil
            }
            envelope.forEach(in: region.x..<region.maxX) { x, square in target[x] = SIMD4(part(square), 0, 0, 1) }
            guard isSigned else { continue }
            envelope.fill { column in
                let distance = known.contains(column) ? Int(source[column].y) : 0
                return distance <= reach ? distance : nil
            }
            envelope.forEach(in: region.x..<region.maxX) { x, square in
                if square != 0 { target[x].x = -part(square) }
            }
        }
    }

    private func part(_ square: Int?) -> Float { square.map { min(Float($0).squareRoot() / maximum, 1) } ?? 1 }
}

/// 1 in red where an image's red exceeds ½, and 0 elsewhere.
private enum RedMask {
    static let kernel = CIColorKernel(
        "kernel vec4 redMask(__sample image) { return vec4(image.r > 0.5 ? 1.0 : 0.0, 0.0, 0.0, 1.0); }")
}
