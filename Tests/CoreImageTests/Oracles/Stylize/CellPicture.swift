import CoreImage
import Testing

/// A picture whose colours encode their position, for filters that move colours.
enum CellPicture {
    static let bounds = CGRect(x: -70, y: -40, width: 200, height: 160)

    /// Red grows by 1/256 per column and green per row. Both are linear, so the mean of an area is the colour of its
    /// middle.
    static var image: CIImage {
        PixelGrid(x: -70, y: -40, width: 200, height: 160) { x, y in
            SIMD4((Float(x) + 100.5) / 256, (Float(y) + 100.5) / 256, 0.5, 1)
        }.image
    }

    /// Returns the position that a colour of the picture encodes.
    static func place(of pixel: SIMD4<Float>) -> SIMD2<Float> {
        SIMD2(pixel.x / pixel.w * 256 - 100, pixel.y / pixel.w * 256 - 100)
    }

    /// Distance of a pixel's centre from a place.
    static func distance(_ x: Int, _ y: Int, _ place: SIMD2<Float>) -> Float {
        let offset = SIMD2(Float(x) + 0.5, Float(y) + 0.5) - place
        return (offset * offset).sum().squareRoot()
    }
}
