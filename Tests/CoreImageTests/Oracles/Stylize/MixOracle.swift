import CoreImage
import Testing

extension FilterOracle {
    /// The documented mix, with amounts clamped; the extent is the union whatever the amount.
    static let mix = FilterOracle("CIMix", .formula) {
        let front = PixelGrid.colorful(x: -2, y: 1, width: 9, height: 7)
        let back = PixelGrid.colorful(x: 1, y: -3, width: 8, height: 9)
        let union = front.bounds.union(back.bounds)
        for (amount, share) in [(0, 0), (0.25, 0.25), (0.8, 0.8), (1, 1), (-3, 0), (7, 1), (.nan, 1)]
            as [(Double, Float)]
        {
            let image = front.image.applyingFilter(
                "CIMix", parameters: [kCIInputBackgroundImageKey: back.image, kCIInputAmountKey: amount])
            guard image.extent == union else { throw ExtentMismatch(found: image.extent, expected: union) }
            try expect(image, in: union.insetBy(dx: -1, dy: -1)) { x, y in
                back[x, y] * (1 - share) + front[x, y] * share
            }
        }
    }
}
