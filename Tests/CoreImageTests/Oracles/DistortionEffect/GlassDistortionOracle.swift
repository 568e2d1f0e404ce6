import CoreImage
import Foundation

extension FilterOracle {
    /// The slope of the repeated texture's luminance times the scale. That luminance is the height is this project's
    /// choice.
    static let glassDistortion = distortionOracle(
        "CIGlassDistortion",
        settings: [(20, 2.5, 3.5), (5, 30.5, -12.5), (60, -4.5, 5.5)].map { (scale: Double, x: Double, y: Double) in
            ["inputScale": scale, "inputTexture": texture.image, "inputCenter": CIVector(x: x, y: y)]
        },
        unchanged: [
            (0, texture.image), (-3, texture.image), (.nan, texture.image), (30, .empty()),
            (30, CIImage(color: CIColor(red: 0.2, green: 0.9, blue: 0.4))),
        ].map { (scale: Double, texture: CIImage) in ["inputScale": scale, "inputTexture": texture] }, slack: 9,
        tolerance: 6e-3
    ) { setting, point in
        guard warped.bounds.contains(point) else { return .zero }
        let middle = setting.point(kCIInputCenterKey)
        func height(_ x: Double, _ y: Double) -> Double {
            // The pixel's distance from the lower left corner of the texture's copy.
            let column = (x - middle.x + Double(texture.width) / 2).rounded(.down)
            let row = (y - middle.y + Double(texture.height) / 2).rounded(.down)
            func wrapped(_ value: Double, _ count: Int) -> Int {
                let rest = Int(value) % count
                return rest < 0 ? rest + count : rest
            }
            let pixel = texture[texture.x + wrapped(column, texture.width), texture.y + wrapped(row, texture.height)]
            let luminance = 0.2126 * Double(pixel.x) + 0.7152 * Double(pixel.y) + 0.0722 * Double(pixel.z)
            return min(max(luminance, 0), 1)
        }
        let scale = setting.number("inputScale") / 2
        return warped.bilinear(
            at: CGPoint(
                x: point.x + scale * (height(point.x + 1, point.y) - height(point.x - 1, point.y)),
                y: point.y + scale * (height(point.x, point.y + 1) - height(point.x, point.y - 1))))
    }

    /// A texture of odd width and height, so that its middle is the centre of a pixel.
    private static let texture = PixelGrid.colorful(x: 3, y: -2, width: 5, height: 7)
}
