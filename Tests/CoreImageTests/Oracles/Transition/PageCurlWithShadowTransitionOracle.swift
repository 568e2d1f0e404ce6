import CoreImage
import Foundation

extension FilterOracle {
    /// The page curl over a shadow whose profile is fitted to a published render.
    static let pageCurlWithShadowTransition = distortionOracle(
        "CIPageCurlWithShadowTransition", .published,
        settings: [
            shadowed(0.5, angle: 3, radius: 3, size: 1, amount: 1, extent: CGRect(x: -3, y: 2, width: 11, height: 5)),
            shadowed(0.4, angle: -1.1, radius: 4, size: 0.7, amount: 0.5, extent: .zero),
            shadowed(
                0.05, angle: 0.4, radius: 5, size: 1, amount: 0.9, extent: CGRect(x: 0, y: 4, width: 4, height: 3)),
            shadowed(0.93, angle: 2.2, radius: 4, size: 9, amount: 9, extent: .zero),
            shadowed(0.5, angle: 2.2, radius: 4, size: 0, amount: 1, extent: .zero),
            shadowed(1, angle: 2.2, radius: 4, size: 1, amount: 1, extent: .zero),
        ],
        unchanged: [0, -1, Double.nan].map { shadowed($0, angle: 1, radius: 3, size: 1, amount: 1, extent: .zero) },
        slack: 60, tolerance: 6e-3
    ) { setting, point in
        let curl = CurlFormula(setting)
        guard let page = curl.time == 1 ? .zero : curl.page(point, setting) else { return nil }
        let size = setting.number("inputShadowSize")
        let dark = curl.time == 1 || size == 0 ? 0 : curl.shadow(point, setting)
        // Beside the target the shadow is cut where the page ends, and some of it there is faint.
        let isBeside = CurlFormula.target[Int(point.x.rounded(.down)), Int(point.y.rounded(.down))] == .zero
        if isBeside, dark > 0, page == .zero { return nil }
        var ground = curl.ground(point) * (1 - dark)
        ground.w += dark
        return page + ground * (1 - page.w)
    }

    private static func shadowed(
        _ time: Double, angle: Double, radius: Double, size: Double, amount: Double, extent: CGRect
    ) -> [String: Any] {
        CurlFormula.setting(
            time, angle: angle, radius: radius,
            [
                "inputShadowSize": size, "inputShadowAmount": amount,
                "inputShadowExtent": CIVector(cgRect: extent),
            ])
    }
}
