import CoreImage
import Testing

extension FilterOracle {
    /// Dots of the given radius around the places that their colours come from, transparent between; 1 changes nothing.
    static let pointillize = FilterOracle("CIPointillize", .properties) {
        for radius in [8, 13.4] as [Float] {
            let image = CellPicture.image.applyingFilter("CIPointillize", parameters: [kCIInputRadiusKey: radius])
            #expect(image.extent == CellPicture.bounds)
            let grid = try PixelGrid(rendering: image, in: CGRect(x: -20, y: 0, width: 90, height: 70))
            var (inside, outside) = (0, 0)
            for y in grid.y..<grid.y + grid.height {
                for x in grid.x..<grid.x + grid.width {
                    let pixel = grid[x, y]
                    if pixel.w == 0 {
                        #expect(pixel == .zero)
                        outside += 1
                    } else {
                        // The position is decoded with the precision of half floats, and less where the rim's alpha is
                        // small.
                        let away = CellPicture.distance(x, y, CellPicture.place(of: pixel))
                        #expect(abs(min(max(radius - away + 0.5, 0), 1) - pixel.w) < 0.3, "(\(x), \(y))")
                        inside += pixel.w == 1 ? 1 : 0
                    }
                }
            }
            let all = grid.width * grid.height
            #expect(inside > all / 2 && outside > all / 100, "\(inside) \(outside) of \(all)")
        }
        let grid = PixelGrid.colorful(x: 3, y: -2, width: 12, height: 9)
        for radius in [1, 0, -5, .nan, .infinity] as [Double] {
            let same = grid.image.applyingFilter("CIPointillize", parameters: [kCIInputRadiusKey: radius])
            try expect(same, in: grid.bounds) { grid[$0, $1] }
        }
    }
}
