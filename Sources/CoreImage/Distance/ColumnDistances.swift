import Foundation
import ImageGraph
import Pixels

/// The first half of an exact Euclidean distance transform: how near a mask is within each column of pixels.
///
/// A pixel is in the mask where its red exceeds ½. With the reach R, red holds `max(R + 1 − d, 0)`, where d is the number of rows to the nearest pixel of the mask in the
/// same column; so 0 stands for "none near", as outside the extent. Green holds the number of rows to the nearest pixel that isn't in the mask, at most
/// R + 1: 0 outside the mask. `RowDistances` is the second half.
struct ColumnDistances: NativeOperator {
    /// The image with the mask in red.
    let image: ImageNode
    /// How many rows away the mask is looked for.
    let reach: Int

    let name = "distances in columns"
    var inputs: [ImageNode] { [image] }
    var identity: AnyHashable? { [name, reach] as [AnyHashable] }
    /// Half floats hold whole numbers up to 2048.
    var needsFullPrecision: Bool { reach >= 2048 }
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        ColumnDistances(image: images[0], reach: reach)
    }

    /// The recipe.
    var node: ImageNode {
        if image.extent.isInfinite { return .native(self, extent: .infinite) }
        let pixels = PixelRect(enclosing: image.extent)
        if pixels.isEmpty { return .empty }
        return .native(self, extent: pixels.cgRect.insetBy(dx: 0, dy: -CGFloat(reach)))
    }

    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull || output.isInfinite { return output }
        let part = PixelRect(enclosing: output)
        if part.isEmpty { return .null }
        // One row more shows whether the mask ends just beyond the reach.
        return CGRect(
            x: part.x, y: part.y - reach - 1, width: part.width, height: part.height + 2 * (reach + 1))
    }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        output.fill(region, with: .zero)
        guard let mask = inputs.first, !mask.bounds.isEmpty, !region.isEmpty else { return }
        let most = Int32(reach + 1)
        withUnsafeTemporaryAllocation(of: SIMD2<Int32>.self, capacity: region.width) { since in
            // Rows since the last pixel in the mask, and since the last one that isn't: first from below, then from above.
            func walk(
                _ rows: some Sequence<Int>,
                _ store: (_ target: UnsafeMutablePointer<SIMD4<Float>>, SIMD2<Int32>) -> Void
            ) {
                since.initialize(repeating: SIMD2(repeating: most))
                for y in rows {
                    let isKnown = y >= mask.bounds.y && y < mask.bounds.maxY
                    let source = isKnown ? mask.row(y) - mask.bounds.x : nil
                    let target = y >= region.y && y < region.maxY ? output.row(y) - output.bounds.x : nil
                    for x in region.x..<region.maxX {
                        let isInside =
                            source.map { x >= mask.bounds.x && x < mask.bounds.maxX && $0[x].x > 0.5 } ?? false
                        var counts = since[x - region.x] &+ 1
                        counts[isInside ? 0 : 1] = 0
                        counts = pointwiseMin(counts, SIMD2(repeating: most))
                        since[x - region.x] = counts
                        if let target { store(target + x, counts) }
                    }
                }
            }
            let (low, high) = (region.y - reach - 1, region.maxY + reach + 1)
            walk(low..<region.maxY) { target, counts in
                target.pointee = SIMD4(Float(most - counts.x), Float(counts.y), 0, 1)
            }
            walk((region.y..<high).reversed()) { target, counts in
                target.pointee.x = max(target.pointee.x, Float(most - counts.x))
                target.pointee.y = min(target.pointee.y, Float(counts.y))
            }
        }
    }
}
