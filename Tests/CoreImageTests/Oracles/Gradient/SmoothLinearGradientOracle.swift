import CoreImage
import Testing

extension FilterOracle {
    /// The linear gradient's position through an S-curve, which keeps both ends and the middle, is flat at the ends,
    /// symmetric and monotonic.
    static let smoothLinearGradient = FilterOracle("CISmoothLinearGradient", .properties) {
        let (first, last) = (CIColor(red: 0.9, green: 0.2, blue: 0), CIColor(red: 0, green: 0.5, blue: 1, alpha: 0.25))
        for (start, end) in [((0.5, 3.0), (32.5, 3.0)), ((32.5, 0), (0.5, 0)), ((0.5, 0.5), (16.5, 16.5))] {
            let setting: [String: Any] = [
                "inputPoint0": CGPoint(x: start.0, y: start.1), "inputPoint1": CGPoint(x: end.0, y: end.1),
                "inputColor0": first,
                "inputColor1": last,
            ]
            let image = try #require(CIFilter(name: "CISmoothLinearGradient", parameters: setting)?.outputImage)
            let linear = try #require(CIFilter(name: "CILinearGradient", parameters: setting)?.outputImage)
            #expect(image.extent.isInfinite)
            let bounds = CGRect(x: -5, y: 0, width: 50, height: 1)
            let (smooth, straight) = (
                try PixelGrid(rendering: image, in: bounds), try PixelGrid(rendering: linear, in: bounds)
            )
            let (a, b) = (setting.pixel("inputColor0"), setting.pixel("inputColor1"))
            // Alpha falls from 1 to ¼, so it shows the position in the gradient.
            func place(_ grid: PixelGrid, _ x: Int) -> Float { (1 - grid[x, 0].w) / 0.75 }
            for x in -5..<45 {
                let (s, t) = (place(straight, x), place(smooth, x))
                #expect(maximumDifference(smooth[x, 0], a + (b - a) * t) < 1e-5, "colours mix premultiplied")
                if s < 1e-6 || s > 1 - 1e-6 || abs(s - 0.5) < 1e-6 { #expect(abs(t - s) < 1e-5) }
                if s > 0.02, s < 0.48 { #expect(t < s) }
                if s > 0.52, s < 0.98 { #expect(t > s) }
            }
            for x in 0...32 where start.1 == end.1 {
                #expect(abs(place(smooth, x) + place(smooth, 32 - x) - 1) < 1e-5, "symmetric")
            }
            let places = (-5..<45).map { place(smooth, $0) }
            let rises = zip(places, places.dropFirst()).map { $1 - $0 }
            #expect(rises.allSatisfy { $0 >= -1e-6 } || rises.allSatisfy { $0 <= 1e-6 })
            #expect(abs(rises[5]) < 0.02 && abs(rises[4]) < 1e-6, "flat where it begins")
        }
    }
}
