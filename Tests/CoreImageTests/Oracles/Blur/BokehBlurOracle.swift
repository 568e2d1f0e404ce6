import Foundation

extension FilterOracle {
    /// A disc of 0.95 radii with a heavier rim, then a Gaussian, fitted to a render that `PublishedRenderTests`
    /// compares with.
    static let bokehBlur = neighbourhoodOracle(
        "CIBokehBlur", .published, tolerance: 0.006,
        settings: [
            ["inputRadius": 4.0, "inputRingAmount": 0.0, "inputSoftness": 0.0],
            ["inputRadius": 6.0, "inputRingAmount": 1.0, "inputRingSize": 0.2, "inputSoftness": 0.0],
            ["inputRadius": 6.0, "inputRingAmount": 0.5, "inputRingSize": 7.0, "inputSoftness": 0.0],
            ["inputRadius": 4.0, "inputRingAmount": 1.0, "inputRingSize": 0.1, "inputSoftness": 2.0],
        ],
        // One side of the picture is even, one odd; the height becomes even at the top.
        picture: .colorful(x: 3, y: -2, width: 12, height: 10),
        grows: { setting in
            let margin = setting.number("inputRadius") + 4 + 0.3 * setting.number("inputSoftness") * 4
            return (margin.rounded(.up), margin.rounded(.up))
        }
    ) { picture, setting, x, y in
        let outer = 0.95 * setting.number("inputRadius")
        let ring = outer * max(1 - setting.number("inputRingSize"), 0)
        func disc(_ x: Int, _ y: Int) -> SIMD4<Float> {
            Self.disc(
                picture, radius: outer, ring: ring, emphasis: setting.number("inputRingAmount"), x: x, y: y)
        }
        let deviation = setting.number("inputSoftness") * setting.number("inputRadius") / 10
        if deviation == 0 { return disc(x, y) }
        let around = PixelGrid(x: x - 4, y: y - 4, width: 9, height: 9, color: disc)
        return BlurTests.gaussian(around, sigma: deviation, x: x, y: y)
    }
}
