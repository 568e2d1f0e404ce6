import CoreImage

extension FilterOracle {
    /// The weighted mean of premultiplied linear pixels. The tolerance allows for leaving out weights beyond three
    /// standard deviations, 1/370 of their sum.
    static let gaussianBlur = neighbourhoodOracle(
        "CIGaussianBlur", tolerance: 0.006,
        settings: [0.6, 1.3, 2.5, 9].map { ["inputRadius": $0] },
        // The extent grows by three radii on every side, in whole pixels.
        extent: { setting in
            let extents = [
                0.6: CGRect(x: 1, y: -4, width: 16, height: 13), 1.3: CGRect(x: -1, y: -6, width: 20, height: 17),
                2.5: CGRect(x: -5, y: -10, width: 28, height: 25), 9: CGRect(x: -24, y: -29, width: 66, height: 63),
            ]
            return extents[setting.number("inputRadius")]
        }
    ) { picture, setting, x, y in
        BlurTests.gaussian(picture, sigma: setting.number("inputRadius"), x: x, y: y)
    }
}
