import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// A Gaussian between two premultiplied linear colours: the first one at the centre, 1 % of it left at the radius,
    /// falling all the way, the same in all directions, and the logarithm of what is left in proportion to the square
    /// of the distance.
    static let gaussianGradient = FilterOracle("CIGaussianGradient", .properties) {
        let (color0, color1) = (
            CIColor(red: 0.9, green: 0.2, blue: 0), CIColor(red: 0, green: 0.5, blue: 1, alpha: 0.25)
        )
        for radius in [12.0, 20, 150] {
            let setting: [String: Any] = [
                "inputCenter": CGPoint(x: 0.5, y: 0.5), "inputColor0": color0, "inputColor1": color1,
                "inputRadius": radius,
            ]
            let image = try #require(CIFilter(name: "CIGaussianGradient", parameters: setting)?.outputImage)
            #expect(image.extent.isInfinite)
            let pixels = try PixelGrid(rendering: image, in: CGRect(x: -20, y: -20, width: 41, height: 41))
            let (first, last) = (setting.pixel("inputColor0"), setting.pixel("inputColor1"))
            #expect(distance(pixels[0, 0], first) < 1e-5)
            // What is left of the first colour, by its alpha, which goes from 1 to ¼.
            func left(_ x: Int, _ y: Int) -> Double { (Double(pixels[x, y].w) - 0.25) / 0.75 }
            let unit = -log(left(4, 0)) / 16
            #expect(unit > 0)
            for y in -20...20 {
                for x in -20...20 {
                    let expected = exp(-unit * Double(x * x + y * y))
                    #expect(abs(left(x, y) - expected) < 2e-4)
                    let mixed = last + (first - last) * Float(left(x, y))
                    #expect(distance(pixels[x, y], mixed) < 1e-4)
                }
            }
            #expect(abs(exp(-unit * radius * radius) - 0.011) < 1e-3)
        }
    }
}
