import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels

/// The mask of a red-eye repair, as the kernel of `RedEyeCorrection` reads it: a pixel's share in the repair in red,
/// the glow's level in green, its least strength in blue, and its kind in alpha; zero away from the eyes.
///
/// An eye that doesn't touch a region costs an intersection of rectangles there. Where eyes overlap, the larger share
/// counts.
struct PupilMask: NativeOperator {
    let eyes: [RepairedEye]

    var name: String { "pupils" }
    var inputs: [ImageNode] { [] }
    var identity: AnyHashable? { eyes }

    /// The smallest rectangle around all eyes; null without any.
    var extent: CGRect { eyes.reduce(.null) { $0.union($1.bounds) } }

    func replacingInputs(by images: [ImageNode]) -> any NativeOperator { self }
    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect { output }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        output.fill(region, with: .zero)
        let meter = WorkMeter.current
        for eye in eyes {
            try meter?.check()
            let touched = PixelRect(enclosing: eye.bounds.intersection(region.cgRect))
            for y in touched.y..<touched.maxY {
                try meter?.check()
                let row = output.row(y) - output.bounds.x
                for x in touched.x..<touched.maxX {
                    let share = eye.share(at: CGPoint(x: CGFloat(x) + 0.5, y: CGFloat(y) + 0.5))
                    if share > row[x].x {
                        row[x] = SIMD4(share, eye.glow.level, eye.glow.leastStrength, eye.glow.kind.rawValue)
                    }
                }
            }
        }
    }
}
