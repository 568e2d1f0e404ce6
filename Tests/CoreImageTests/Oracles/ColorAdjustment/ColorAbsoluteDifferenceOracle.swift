import CoreImage
import Testing

extension FilterOracle {
    /// The definition that a published pair of pictures confirms: differences of colours, the product of alphas.
    static let colorAbsoluteDifference = FilterOracle("CIColorAbsoluteDifference", .formula) {
        let first = PixelGrid.colorful(x: -2, y: 1, width: 9, height: 7)
        let second = PixelGrid.colorful(x: 1, y: -3, width: 8, height: 9)
        let common = first.bounds.intersection(second.bounds)
        for (a, b) in [(first, second), (second, first), (first, first)] {
            let image = a.image.applyingFilter("CIColorAbsoluteDifference", parameters: ["inputImage2": b.image])
            let extent = a.bounds.intersection(b.bounds)
            guard image.extent == extent else { throw ExtentMismatch(found: image.extent, expected: extent) }
            try expect(image, in: common.insetBy(dx: -2, dy: -2)) { x, y in
                let (p, q) = (PlainColor(a[x, y]), PlainColor(b[x, y]))
                let alpha = extent.contains(pixelCenter(x, y)) ? p.alpha * q.alpha : 0
                return PlainColor(abs(p.red - q.red), abs(p.green - q.green), abs(p.blue - q.blue), alpha).pixel
            }
        }
    }
}
