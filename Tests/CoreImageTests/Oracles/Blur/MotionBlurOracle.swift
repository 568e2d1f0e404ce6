import Foundation

extension FilterOracle {
    /// A Gaussian along a line, cut off at 2.5 standard deviations and sampled at 121 points, fitted to a render that
    /// `PublishedRenderTests` compares with.
    static let motionBlur = neighbourhoodOracle(
        "CIMotionBlur", .published, tolerance: 0.012,
        settings: [(2.0, 0.0), (3.0, 2.0), (2.5, -0.6), (9, 0.3), (30, 1.4)].map {
            ["inputRadius": $0.0, "inputAngle": $0.1]
        },
        picture: smoothPicture,
        grows: { setting in
            let (radius, angle) = (setting.number("inputRadius"), setting.number("inputAngle"))
            let step = max(1, radius.binade / 2)
            return (
                (6 * radius * abs(cos(angle)) / step).rounded() * step,
                (6 * radius * abs(sin(angle)) / step).rounded() * step
            )
        }
    ) { picture, setting, x, y in
        let (radius, angle) = (setting.number("inputRadius"), setting.number("inputAngle"))
        var (sum, total) = (SIMD4<Double>.zero, 0.0)
        for i in -60...60 {
            let distance = Double(i) / 24 * radius
            let weight = exp(-distance * distance / (2 * radius * radius))
            let place = CGPoint(x: Double(x) + 0.5 + distance * cos(angle), y: Double(y) + 0.5 + distance * sin(angle))
            sum += SIMD4<Double>(picture.bilinear(at: place)) * weight
            total += weight
        }
        return SIMD4<Float>(sum / total)
    }

    /// Waves that fade to nothing at the edges, so that how a line is read between pixels matters little.
    static let smoothPicture = PixelGrid(x: -7, y: 4, width: 23, height: 19) { x, y in
        let (u, v) = ((Double(x) + 7.5) / 23, (Double(y) - 3.5) / 19)
        let alpha = sin(.pi * u) * sin(.pi * v)
        let (red, green, blue) = (
            0.5 + 0.5 * sin(9 * u + 2 * v), 0.5 + 0.5 * cos(8 * v), 0.5 + 0.5 * sin(7 * u - 6 * v)
        )
        return SIMD4(Float(red * alpha), Float(green * alpha), Float(blue * alpha), Float(alpha))
    }
}
