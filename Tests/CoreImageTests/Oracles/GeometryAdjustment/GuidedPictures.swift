import CoreImage

/// A small picture and a larger guide, with the geometry that both guided filters share.
struct GuidedPictures {
    let small: PixelGrid
    let guide: PixelGrid
    /// The number of the guide's pixels per pixel of the small picture, along each axis.
    let factor: Int

    init(factor: Int) {
        self.factor = factor
        small = PixelGrid.colorful(x: -3, y: 2, width: 7, height: 6)
        guide = PixelGrid.colorful(x: 5, y: -4, width: 7 * factor, height: 6 * factor)
    }

    /// Returns the point of the small picture that corresponds to a point of the guide.
    func place(_ point: CGPoint) -> CGPoint {
        let scale = CGFloat(factor)
        return CGPoint(
            x: (point.x - CGFloat(guide.x)) / scale + CGFloat(small.x),
            y: (point.y - CGFloat(guide.y)) / scale + CGFloat(small.y))
    }

    /// The mean of the guide's pixels that lie on a pixel of the small picture.
    func guideMean(_ column: Int, _ row: Int) -> SIMD4<Float> {
        var sum = SIMD4<Double>.zero
        for y in 0..<factor {
            for x in 0..<factor {
                let (i, j) = ((column - small.x) * factor + x, (row - small.y) * factor + y)
                sum += SIMD4<Double>(guide[guide.x + i, guide.y + j])
            }
        }
        return SIMD4<Float>(sum / Double(factor * factor))
    }
}
