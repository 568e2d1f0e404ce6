import CoreImage
import Foundation

extension FilterOracle {
    /// Pleats between a lower and an upper part that stay unchanged, as in a published render.
    static let accordionFoldTransition = distortionOracle(
        "CIAccordionFoldTransition", .published,
        settings: [
            folded(0.5, higher, bottom: 2.3, folds: 1, shadow: 1),
            folded(0.3, higher, bottom: 0, folds: 2, shadow: 0.4),
            folded(0.4, lower, bottom: 1.2, folds: 1, shadow: 0.7), folded(0.6, lower, bottom: 99, folds: 3, shadow: 9),
            folded(0.02, higher, bottom: 3.3, folds: 3, shadow: 1), folded(0.6, warped, bottom: 3, folds: 3, shadow: 1),
            folded(0.8, higher, bottom: -4, folds: 0.2, shadow: -1), folded(1, higher, bottom: 2, folds: 2, shadow: 1),
        ],
        unchanged: [0, -1, Double.nan].map { folded($0, higher, bottom: 2, folds: 2, shadow: 1) }, slack: 60,
        tolerance: 6e-3
    ) { setting, point in
        let target = setting["inputTargetImage"] as? CIImage
        let grid = [higher, lower, warped].first { $0.bounds == target?.extent } ?? warped
        let time = min(setting.number(kCIInputTimeKey), 1)
        if time == 1 { return grid[Int(point.x.rounded(.down)), Int(point.y.rounded(.down))] }
        // The bases and middles of both images move together, from the source's position to the target's.
        let (way, rise) = (
            (grid.bounds.midX - warped.bounds.midX).rounded(), Double(grid.y - warped.y)
        )
        let moves = [
            CGPoint(x: (way * time).rounded(), y: (rise * time).rounded()),
            CGPoint(x: (way * time).rounded() - way, y: (rise * time).rounded() - rise),
        ]
        let grows = grid.height > warped.height
        let (tall, low) = grows ? (grid, warped) : (warped, grid)
        let (tallMove, lowMove) = grows ? (moves[1], moves[0]) : (moves[0], moves[1])
        let share = grows ? time : 1 - time
        let middle = tall.bounds.midX + tallMove.x
        let height = point.y - Double(tall.y) - tallMove.y
        let all = Double(tall.height - low.height)
        let open = (all * share).rounded()
        let bottom = min(max(setting.number("inputBottomHeight"), 0), Double(low.height))
        let pleats = 2 * Int(min(max(setting.number("inputNumberOfFolds"), 1), 50).rounded())
        // Heights in both pictures, distance and light.
        var (inTall, inLow, distance, light) = (height, height, 0.0, 1.0)
        if height >= bottom + open { (inTall, inLow) = (height - open + all, height - open) }
        for pleat in 0..<pleats {
            let lower = bottom + open * Double(pleat) / Double(pleats)
            let upper = bottom + open * Double(pleat + 1) / Double(pleats)
            guard height > lower, height < upper else { continue }
            let part = (height - lower) / (upper - lower)
            (inTall, inLow) = (bottom + all * (Double(pleat) + part) / Double(pleats), bottom)
            distance = (pleat % 2 == 0 ? part : 1 - part) * (1 - share) * all / Double(pleats)
            light = 1 - part * (1 - share) * min(max(setting.number("inputFoldShadowAmount"), 0), 1)
        }
        let widths = Double(tall.width + low.width) / 2
        let x = middle + (point.x - middle) * (widths + distance) / widths
        let unfolded = tall.bilinear(at: CGPoint(x: x - tallMove.x, y: inTall + Double(tall.y)))
        let other = low.bilinear(at: CGPoint(x: x - lowMove.x, y: inLow + Double(low.y)))
        let color = unfolded * Float(share) + other * Float(1 - share)
        return SIMD4(color.x * Float(light), color.y * Float(light), color.z * Float(light), color.w)
    }

    private static let higher = PixelGrid.colorful(x: -5, y: 0, width: 7, height: 21)
    private static let lower = PixelGrid.colorful(x: -1, y: 4, width: 13, height: 4)

    private static func folded(
        _ time: Double, _ target: PixelGrid, bottom: Double, folds: Double, shadow: Double
    ) -> [String: Any] {
        [
            kCIInputTimeKey: time, kCIInputTargetImageKey: target.image, "inputBottomHeight": bottom,
            "inputNumberOfFolds": folds, "inputFoldShadowAmount": shadow,
        ]
    }
}
