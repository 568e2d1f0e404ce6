import CoreImage

extension FilterOracle {
    /// Returns an oracle for a filter that computes a weighted mean of the pixels around each point of a scaled image.
    ///
    /// Weights depend on the distance across and upwards, in pixels of the picture with fewer pixels. They sum to 1
    /// over all pixels, including those outside the image.
    ///
    /// - Parameters:
    ///   - settings: Values by input key; scale and aspect ratio are among them.
    ///   - weight: The weight of a distance; `grows` says whether the axis is enlarged. 0 from `reach` on.
    static func resampling(
        _ filter: String, settings: @autoclosure @escaping @Sendable () -> [[String: Any]], reach: Int,
        weight: @escaping @Sendable (_ setting: [String: Any], _ distance: Double, _ grows: Bool) -> Double
    ) -> FilterOracle {
        pixelOracle(
            filter, tolerance: 2e-4,
            settings: settings().map { $0.merging([kCIInputImageKey: warped.image]) { given, _ in given } },
            in: CGRect(x: -10, y: -2, width: 34, height: 30), extent: scaledExtent
        ) { setting, point in
            guard scaledExtent(setting).contains(point) else { return .zero }
            let ratios = ratios(setting)
            func weights(_ place: Double, _ ratio: Double) -> [(pixel: Int, weight: Double)] {
                if ratio == 1 { return [(Int(place.rounded(.down)), 1)] }
                let middle = place / ratio
                let margin = Double(reach) * max(1 / ratio, 1)
                let pixels = Int((middle - margin).rounded(.down))...Int((middle + margin).rounded(.up))
                let list = pixels.map { pixel in
                    (pixel: pixel, weight: weight(setting, (Double(pixel) + 0.5 - middle) * min(ratio, 1), ratio > 1))
                }
                let sum = list.reduce(0) { $0 + $1.weight }
                return list.map { ($0.pixel, $0.weight / sum) }
            }
            var sum = SIMD4<Double>.zero
            for (row, upwards) in weights(point.y, ratios.y) {
                for (column, across) in weights(point.x, ratios.x) {
                    sum += SIMD4<Double>(warped[column, row]) * (upwards * across)
                }
            }
            return SIMD4<Float>(sum)
        }
    }

    /// Scales and aspect ratios that grow, shrink, do both, and neither.
    static var scales: [[String: Any]] {
        [(0.5, 1), (1.5, 0.5), (0.3, 2), (1, 1), (2.3, 1.1), (0.7, 2.5)].map {
            ["inputScale": $0.0, "inputAspectRatio": $0.1]
        }
    }

    /// Horizontal and vertical ratio of a setting.
    static func ratios(_ setting: [String: Any]) -> (x: Double, y: Double) {
        (setting.number("inputScale") * setting.number("inputAspectRatio"), setting.number("inputScale"))
    }

    /// The scaled picture's extent, in whole pixels.
    static func scaledExtent(_ setting: [String: Any]) -> CGRect {
        let (x, y) = ratios(setting)
        return CGRect(around: warped.bounds.corners.map { CGPoint(x: $0.x * x, y: $0.y * y) })
    }
}
