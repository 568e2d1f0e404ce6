import CoreImage
import Testing

extension FilterOracle {
    /// The mean position of the pixels that are nearest to each colour, by trying all.
    static let paletteCentroid = FilterOracle("CIPaletteCentroid", .formula) {
        let picture = PixelGrid.colorful(x: -70, y: -5, width: 150, height: 75)
        for isPerceptual in [false, true] {
            var sums = [SIMD3<Double>](repeating: .zero, count: 6)
            for y in picture.y..<picture.y + picture.height {
                for x in picture.x..<picture.x + picture.width where picture[x, y].w > 0 {
                    let index = PaletteFormula.nearest(to: PlainColor(picture[x, y]), isPerceptual: isPerceptual)
                    sums[index] += SIMD3(Double(x) + 0.5, Double(y) + 0.5, 1)
                }
            }
            let image = picture.image.applyingFilter(
                "CIPaletteCentroid",
                parameters: ["inputPaletteImage": PaletteFormula.grid.image, "inputPerceptual": isPerceptual])
            #expect(image.extent == CGRect(x: 0, y: 0, width: 6, height: 1))
            // The fourth colour equals the first one, which gets all of their pixels.
            #expect(sums[3].z == 0 && sums[0].z > 0)
            try expect(image, in: CGRect(x: -1, y: -1, width: 8, height: 3), tolerance: 1e-4) { x, y in
                guard y == 0, 0..<6 ~= x, sums[x].z > 0 else { return .zero }
                return SIMD4(Float(sums[x].x / sums[x].z), Float(sums[x].y / sums[x].z), 0, 1)
            }
        }
    }
}
