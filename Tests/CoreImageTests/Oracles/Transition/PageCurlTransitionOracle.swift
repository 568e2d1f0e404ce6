import CoreImage
import Foundation

extension FilterOracle {
    /// A page around a cylinder; the axis' course and the sheen are fitted to published renders.
    static let pageCurlTransition = distortionOracle(
        "CIPageCurlTransition", .published,
        settings: [
            CurlFormula.setting(0.5, angle: 3, radius: 3),
            CurlFormula.setting(0.4, angle: -1.1, radius: 1.7, ["inputShadingImage": CurlFormula.shading.image]),
            CurlFormula.setting(0.8, angle: 0, radius: 6, extent: CGRect(x: -6, y: 0, width: 15, height: 13)),
            CurlFormula.setting(0.3, angle: 2.2, radius: 0.001), CurlFormula.setting(0.6, angle: 2.2, radius: 8),
            CurlFormula.setting(0.65, angle: .nan, radius: 2.5, extent: .zero),
            CurlFormula.setting(0.997, angle: 2.2, radius: 2.5, extent: CGRect(x: 0, y: 3, width: 5, height: 5)),
            CurlFormula.setting(1, angle: 2.2, radius: 2.5), CurlFormula.setting(7, angle: 2.2, radius: 2.5),
            CurlFormula.setting(0.5, angle: 1, radius: 2).filter { $0.key != "inputBacksideImage" },
        ],
        unchanged: [0, -1, Double.nan].map { CurlFormula.setting($0, angle: 1, radius: 3) }, slack: 60
    ) { setting, point in
        let curl = CurlFormula(setting)
        guard let page = curl.time == 1 ? .zero : curl.page(point, setting) else { return nil }
        return page + curl.ground(point) * (1 - page.w)
    }
}
