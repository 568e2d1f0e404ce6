import CoreImage

extension FilterOracle {
    /// The columns and rows in which red is a number other than 0, the first and the last, as parts of the area.
    static let areaBoundsRed = areaReduction(
        "CIAreaBoundsRed", tolerance: 1e-6,
        pictures: [
            ReducedArea.gaps, speckled(-40, 12, -7, 30), speckled(90, 90, 130, 90), speckled(3, 70, 3, -70),
            PixelGrid(x: -3, y: 2, width: 5, height: 4) { x, _ in SIMD4(x == 0 ? .nan : 0, 1, 1, 1) },
        ]
    ) { area, _ in
        let lit = area.pixels.indices.filter { area.pixels[$0].x < 0 || area.pixels[$0].x > 0 }
        let (columns, rows) = (lit.map { $0 % area.width }, lit.map { $0 / area.width })
        guard let left = columns.min(), let right = columns.max(), let bottom = rows.min(), let top = rows.max() else {
            return [.zero]
        }
        let size = SIMD4(Double(area.width), Double(area.height), Double(area.width), Double(area.height))
        return [SIMD4(Double(left), Double(bottom), Double(right + 1 - left), Double(top + 1 - bottom)) / size]
    }

    /// A picture with red in two pixels, in one of them below 0.
    private static func speckled(_ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int) -> PixelGrid {
        PixelGrid(x: -60, y: -75, width: 200, height: 180) { x, y in
            SIMD4((x, y) == (x0, y0) ? -1e-6 : (x, y) == (x1, y1) ? 0.5 : 0, 0.5, 0.25, 1)
        }
    }
}
