import CoreImageEssentials
import Foundation

/// A wallpaper group as a fold: the group's motions bring every point of the plane into one tile, step by step, and the
/// point shows the image there.
///
/// The tile's own points stay, so the tile is an unchanged piece of the image, and the rest of the plane are copies of
/// it. The other properties follow from the steps: two points that a motion of the group maps to each other show the
/// same colour.
struct WallpaperFold: Sendable {
    /// The steps, in order.
    let steps: [WallpaperStep]
    /// Corners of the tile, which is convex.
    let tile: [CGPoint]
    /// The point that lies at a filter's centre, in the cell's coordinates.
    let anchor: CGPoint
    /// Length of the cell's unit, in multiples of a filter's width.
    let unit: CGFloat
    /// Whether copies that touch are mirror images of each other, so that neighbouring points stay neighbours.
    let isContinuous: Bool
    /// The warp kernel of the fold. `center` is the position of the cell's origin; `toCell` maps offsets from it to the
    /// cell's coordinates, `fromCell` maps back.
    let kernel: CIWarpKernel

    init(
        _ name: String, _ steps: [WallpaperStep], tile: [CGPoint], anchor: CGPoint = .zero, unit: CGFloat = 1,
        isContinuous: Bool = true
    ) {
        (self.steps, self.tile, self.anchor, self.unit, self.isContinuous) = (steps, tile, anchor, unit, isContinuous)
        kernel = CIWarpKernel(
            """
            kernel vec2 \(name)(vec2 center, vec4 toCell, vec4 fromCell) {
                vec2 offset = destCoord() - center;
                vec2 q = offset.x * toCell.xy + offset.y * toCell.zw;
            \(steps.map(\.text).joined(separator: "\n"))
                return center + q.x * fromCell.xy + q.y * fromCell.zw;
            }
            """)
    }

    /// Returns the motion that brings the point into the tile.
    func motion(at point: CGPoint) -> CGAffineTransform {
        var (q, motion) = (point, CGAffineTransform.identity)
        for step in steps {
            let next = step.map(at: q)
            q = q.applying(next)
            motion = motion.concatenating(next)
        }
        return motion
    }

    /// Returns a piece of the image repeated over the plane.
    ///
    /// - Parameters:
    ///   - center: The position of the anchor, in working space.
    ///   - angle: The direction of the cell's first side in radians, anticlockwise.
    ///   - width: The filter's width, in pixels.
    ///   - acuteAngle: The angle from the first side to the second, in radians.
    func tiled(
        _ image: CIImage, center: CGPoint, angle: Float, width: Float, acuteAngle: Float = .pi / 2
    ) -> CIImage {
        guard !image.extent.isNull, !image.extent.isEmpty,
            let placed = PlacedWallpaper(
                self, center: center, angle: angle, width: width, acuteAngle: acuteAngle)
        else { return .empty() }
        let (cell, inverse) = (placed.cell, placed.cell.inverted())
        return kernel.apply(
            to: image, extent: .infinite, region: CIKernelRegion { placed.sourceRegion(of: $1) },
            CIVector(x: cell.tx, y: cell.ty), CIVector(x: inverse.a, y: inverse.b, z: inverse.c, w: inverse.d),
            CIVector(x: cell.a, y: cell.b, z: cell.c, w: cell.d))
    }
}
