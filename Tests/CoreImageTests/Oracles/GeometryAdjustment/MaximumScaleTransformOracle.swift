import CoreImage

extension FilterOracle {
    /// The maximum of the pixels that a pixel of the result covers when it is mapped back to the image. Which pixels
    /// count is this project's choice.
    static let maximumScaleTransform = pixelOracle(
        "CIMaximumScaleTransform", .properties,
        settings: (scales + [["inputScale": 0.05, "inputAspectRatio": 1.0]]).map {
            $0.merging([kCIInputImageKey: warped.image]) { given, _ in given }
        }, in: CGRect(x: -10, y: -2, width: 34, height: 30), extent: scaledExtent
    ) { setting, point in
        guard scaledExtent(setting).contains(point) else { return .zero }
        let (x, y) = ratios(setting)
        let square = CGRect(x: (point.x - 0.5) / x, y: (point.y - 0.5) / y, width: 1 / x, height: 1 / y)
        var largest = SIMD4<Float>(repeating: -.infinity)
        for row in warped.y..<warped.y + warped.height {
            for column in warped.x..<warped.x + warped.width {
                let shared = square.intersection(CGRect(x: column, y: row, width: 1, height: 1))
                if shared.isNull || shared.width < 0.002 || shared.height < 0.002 { continue }
                largest = pointwiseMax(largest, warped[column, row])
            }
        }
        return largest
    }
}
