import CoreImage
import Testing

extension FilterOracle {
    /// Each pixel has the colour of the nearest centre of a polygon. There is about one centre in every square of the
    /// radius, at varying places within the squares. A radius of 1 changes nothing.
    static let crystallize = FilterOracle("CICrystallize", .properties) {
        let part = CGRect(x: -20, y: 0, width: 90, height: 70)
        for (radius, middle) in [(12, CGPoint(x: 150, y: 150)), (17.3, CGPoint(x: -3.7, y: 0.4))] as [(Double, CGPoint)]
        {
            let image = CellPicture.image.applyingFilter(
                "CICrystallize", parameters: [kCIInputRadiusKey: radius, kCIInputCenterKey: CIVector(cgPoint: middle)])
            #expect(image.extent == CellPicture.bounds)
            let grid = try PixelGrid(rendering: image, in: part)
            var places: Set<SIMD2<Float>> = []
            for y in grid.y..<grid.y + grid.height {
                for x in grid.x..<grid.x + grid.width { places.insert(CellPicture.place(of: grid[x, y])) }
            }
            let area = Double(part.width * part.height) / (radius * radius)
            #expect(Double(places.count) > area && Double(places.count) < area + 4 * area.squareRoot() + 8)
            for y in stride(from: grid.y, to: grid.y + grid.height, by: 3) {
                for x in stride(from: grid.x, to: grid.x + grid.width, by: 3) {
                    let own = CellPicture.distance(x, y, CellPicture.place(of: grid[x, y]))
                    let nearest = places.map { CellPicture.distance(x, y, $0) }.min() ?? 0
                    // The tolerance allows for half floats.
                    #expect(own < nearest + 0.3 && own < 1.2 * Float(radius), "(\(x), \(y))")
                }
            }
            // The places within a square differ from square to square.
            let inSquares = places.map { place in
                (((place.x - Float(middle.x)) / Float(radius))
                    - ((place.x - Float(middle.x)) / Float(radius)).rounded(.down))
            }
            #expect((inSquares.max() ?? 0) - (inSquares.min() ?? 0) > 0.45)
            #expect(inSquares.allSatisfy { $0 > 0.15 && $0 < 0.85 })
        }
        let grid = PixelGrid.colorful(x: 3, y: -2, width: 12, height: 9)
        for radius in [1, 0, -5, .nan, .infinity] as [Double] {
            let same = grid.image.applyingFilter("CICrystallize", parameters: [kCIInputRadiusKey: radius])
            try expect(same, in: grid.bounds) { grid[$0, $1] }
        }
        // The hash is exact: this is the same on every machine.
        let fixed = CellPicture.image.applyingFilter("CICrystallize", parameters: [kCIInputRadiusKey: 20])
        let pixel = try PixelGrid(rendering: fixed, in: CGRect(x: 20, y: 30, width: 1, height: 1))[20, 30]
        #expect(maximumDifference(pixel, SIMD4(0.46997, 0.46436, 0.5, 1)) < 1e-3, "\(pixel)")
    }
}
