extension FilterOracle {
    /// The sum in double precision, divided and rounded once, also of a picture of 350 000 pixels.
    static let areaAverage = areaReduction(
        "CIAreaAverage",
        pictures: [
            PixelGrid(x: -311, y: 45, width: 700, height: 500) { x, y in
                let number = Float((abs(x) * 31 + y * 17) % 1009) / 1009
                return SIMD4(number, number * number + 1e-6, 1 - number * 0.5, Float((x + y) & 7) / 7)
            }
        ]
    ) { area, _ in [area.sum() / area.count] }
}
