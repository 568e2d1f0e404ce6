import CoreImage
import Foundation

extension FilterOracle {
    /// The middle is repeated from its start. If tiles flip, every other copy upwards is mirrored.
    static let ninePartTiled = distortionOracle(
        "CINinePartTiled", .formula,
        settings: [true, false].flatMap { flips in
            nineParts.map { $0.merging(["inputFlipYTiles": flips]) { given, _ in given } }
        }, unchanged: wholePart, slack: 12
    ) { setting, point in
        let (first, second) = (setting.point("inputBreakpoint0"), setting.point("inputBreakpoint1"))
        let growth = setting.point("inputGrowAmount")
        func repeated(_ place: CGFloat, _ length: CGFloat, flips: Bool) -> CGFloat {
            if length == 0 { return 0 }
            let rest = place.truncatingRemainder(dividingBy: flips ? 2 * length : length)
            return rest < length ? rest : 2 * length - rest
        }
        let flips = setting["inputFlipYTiles"] as? Bool == true
        return warped.bilinear(
            at: CGPoint(
                x: ninePart(point.x, first.x, second.x, growth.x) { place, length, _ in
                    repeated(place, length, flips: false)
                },
                y: ninePart(point.y, first.y, second.y, growth.y) { place, length, _ in
                    repeated(place, length, flips: flips)
                }))
    }
}
