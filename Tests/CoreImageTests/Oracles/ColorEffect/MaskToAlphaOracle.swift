import CoreImage
import Testing

extension FilterOracle {
    /// The gray value of the premultiplied colour in all four components. Source: Core Image Filter Reference; for colours, the luminance
    /// of IEC 61966-2-1.
    static let maskToAlpha = FilterOracle("CIMaskToAlpha", .formula) {
        let grid = PixelGrid.colorful(x: 2, y: -4, width: 8, height: 7)
        try expect(grid.image.applyingFilter("CIMaskToAlpha"), in: grid.bounds) { x, y in
            let pixel = grid[x, y]
            return SIMD4(repeating: min(max(0.2126 * pixel.x + 0.7152 * pixel.y + 0.0722 * pixel.z, 0), 1))
        }
    }
}
