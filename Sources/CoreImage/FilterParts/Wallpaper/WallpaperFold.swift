import Foundation

/// A wallpaper group as a fold: every point of the plane is brought into one tile by the group's motions, step by step, and shows what the image has there.
///
/// The tile's own points stay, so that the tile is an unchanged piece of the image, and all others are copies of it. Other properties follow from the steps: two points
/// that a motion of the group takes to each other show the same.
struct WallpaperFold: Sendable {
    /// The steps, in order.
    let steps: [WallpaperStep]
    /// The tile's corners; it is convex.
    let tile: [CGPoint]
    /// What lies at a filter's centre.
    let anchor: CGPoint
    /// The length of a cell's unit, in a filter's widths.
    let unit: CGFloat
    /// Whether copies that touch are mirror images of each other, so that neighbours stay neighbours.
    let isContinuous: Bool
    /// The fold for each pixel: `center` is where the cell's origin is; the others take offsets from it to the cell's coordinates, and back.
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

    /// The point's motion into the tile.
    func motion(at point: CGPoint) -> CGAffineTransform {
        var (q, motion) = (point, CGAffineTransform.identity)
        for step in steps {
            let next = step.map(at: q)
            q = q.applying(next)
            motion = motion.concatenating(next)
        }
        return motion
    }

    /// A piece of the image repeated over the plane.
    ///
    /// - Parameters:
    ///   - center: Where the anchor is, in working space.
    ///   - angle: The direction of the cell's first side in radians, anticlockwise.
    ///   - width: The filter's width, in pixels.
    ///   - acuteAngle: From the first side to the second.
    func tiled(
        _ image: CIImage, center: CGPoint, angle: Float, width: Float, acuteAngle: Float = .pi / 2
    ) -> CIImage {
        guard !image.extent.isNull, !image.extent.isEmpty,
            let placed = PlacedWallpaper(
                self, center: center, angle: angle, width: width, acuteAngle: acuteAngle)
        else { return .empty() }
        let (cell, inverse) = (placed.cell, placed.cell.inverted())
        return kernel.apply(
            to: image, extent: .infinite, region: CIKernelRegion { placed.source(of: $1) },
            CIVector(x: cell.tx, y: cell.ty), CIVector(x: inverse.a, y: inverse.b, z: inverse.c, w: inverse.d),
            CIVector(x: cell.a, y: cell.b, z: cell.c, w: cell.d))
    }
}
