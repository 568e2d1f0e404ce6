import CoreImage
import Testing

extension FilterOracle {
    /// CIE's 1994 formula between two pictures that overlap in part.
    static let labDeltaE = FilterOracle("CILabDeltaE", .formula) {
        let first = PixelGrid.colorful(x: -2, y: 1, width: 9, height: 7)
        // `colorful` computes pixels from their position. Exchanging columns and rows makes the pictures differ where
        // they overlap.
        let exchanged = PixelGrid.colorful(x: -3, y: 1, width: 9, height: 8)
        let second = PixelGrid(x: 1, y: -3, width: 8, height: 9) { x, y in exchanged[y, x] }
        let image = first.image.applyingFilter("CILabDeltaE", parameters: ["inputImage2": second.image])
        #expect(image.extent == first.bounds.intersection(second.bounds))
        try expect(image, in: first.bounds.union(second.bounds), tolerance: 5e-3) { x, y in
            let (a, b) = (PlainColor(first[x, y]), PlainColor(second[x, y]))
            let difference = min(LabFormula(a).difference1994(to: LabFormula(b)), 100)
            return PlainColor(difference, difference, difference, a.alpha * b.alpha).pixel
        }
        // The difference is 0 between equal colours and 100 between black and white.
        let (black, white) = (CIImage(color: .black), CIImage(color: .white))
        for (other, wanted) in [(white, Float(0)), (black, 100)] {
            let result = white.applyingFilter("CILabDeltaE", parameters: ["inputImage2": other])
            let found = try PixelGrid(rendering: result, in: CGRect(x: 0, y: 0, width: 1, height: 1))[0, 0]
            #expect(maximumDifference(found, SIMD4(wanted, wanted, wanted, 1)) < 1e-2)
        }
    }
}
