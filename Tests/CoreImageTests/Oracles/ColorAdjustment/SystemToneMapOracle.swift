import CoreImage
import Testing

extension FilterOracle {
    /// The documented meaning of its inputs, in terms of `CIToneMapHeadroom`, whose oracle checks the curve.
    static let systemToneMap = FilterOracle("CISystemToneMap", .properties) {
        let grid = PixelGrid(x: 2, y: -3, width: 9, height: 4) { x, y in
            let alpha: Float = y == -2 ? 0.5 : 1
            return SIMD4(Float(x) * 0.7, Float(y + 3) * 0.9, 0.4, 1) * alpha
        }
        let image = grid.image.settingContentHeadroom(6)
        let cases: [(display: Float, range: CIDynamicRangeOption?, target: Float)] = [
            (1, nil, 1), (3, nil, 3), (3, .high, 3), (4, .standard, 1), (4, .constrainedHigh, 2), (8, .high, 8),
        ]
        for (display, range, target) in cases {
            let filter = CIFilter.systemToneMap()
            (filter.inputImage, filter.displayHeadroom, filter.preferredDynamicRange) = (image, display, range)
            let mapped = try #require(filter.outputImage)
            #expect(mapped.contentHeadroom == min(target, 6))
            let expected = try PixelGrid(
                rendering: grid.image.applyingFilter(
                    "CIToneMapHeadroom", parameters: ["inputSourceHeadroom": 6, "inputTargetHeadroom": target]),
                in: grid.bounds)
            try expect(mapped, in: grid.bounds, tolerance: 1e-5) { x, y in expected[x, y] }
        }
        // An image of unknown headroom doesn't change.
        try expect(
            grid.image.applyingFilter("CISystemToneMap", parameters: ["inputDisplayHeadroom": 2]), in: grid.bounds,
            tolerance: 0
        ) { x, y in grid[x, y] }
    }
}
