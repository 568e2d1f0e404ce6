import Pixels

/// A floating-point picture of smooth gradients with some noise, and alpha between ½ and 1.
struct KernelPicture {
    let raster: Raster

    init(megapixels: Double) {
        let width = max(1, Int((megapixels * 1e6 * 3 / 2).squareRoot()))
        let bounds = PixelRect(x: 0, y: 0, width: width, height: max(1, width * 2 / 3))
        raster = Raster(bounds: bounds)
        var noise: UInt32 = 1
        for y in 0..<bounds.height {
            let row = raster.row(y)
            for x in 0..<width {
                noise = noise &* 1_664_525 &+ 1_013_904_223
                let grain = Float(noise >> 8) * 0x1p-28
                let (u, v) = (Float(x) / Float(width), Float(y) / Float(bounds.height))
                let alpha = 0.5 + 0.5 * v
                row[x] = SIMD4(u + grain, v, 1 - u, 1) * alpha
            }
        }
    }
}
