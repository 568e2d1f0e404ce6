import CoreImage
import Testing

extension FilterOracle {
    /// The gray value of the premultiplied colour, in all four components. Source: Core Image Filter Reference. Of
    /// colours, it is the green component, as a picture of Core Image shows.
    static let maskToAlpha = FilterOracle("CIMaskToAlpha", .published) {
        let grid = PixelGrid.colorful(x: 2, y: -4, width: 8, height: 7)
        try expect(grid.image.applyingFilter("CIMaskToAlpha"), in: grid.bounds) { x, y in
            SIMD4(repeating: min(max(grid[x, y].y, 0), 1))
        }
    }
}
