import CoreImage

extension FilterOracle {
    /// The weighted mean of premultiplied linear pixels; weights beyond three standard deviations, 1 in 370, may be left out.
    static let gaussianBlur = neighbourhood(
        "CIGaussianBlur", tolerance: 0.006,
        settings: [0.6, 1.3, 2.5, 9].map { ["inputRadius": $0] },
        // Eight radii more on every side, to multiples of the largest power of two in the radius.
        extent: { setting in
            let extents = [
                0.6: CGRect(x: -2, y: -7, width: 22, height: 19), 1.3: CGRect(x: -8, y: -13, width: 34, height: 31),
                2.5: CGRect(x: -18, y: -22, width: 54, height: 50), 9: CGRect(x: -72, y: -80, width: 160, height: 160),
            ]
            return extents[setting.number("inputRadius")]
        }
    ) { picture, setting, x, y in
        BlurTests.gaussian(picture, sigma: setting.number("inputRadius"), x: x, y: y)
    }
}
