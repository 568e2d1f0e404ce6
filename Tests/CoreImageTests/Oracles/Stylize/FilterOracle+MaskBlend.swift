import CoreImage
import Testing

extension FilterOracle {
    /// Returns an oracle for a filter that mixes an image and a background by one component of a mask. On two pictures
    /// that overlap in part, each pixel must be the mix of their premultiplied pixels, and the extent the union of
    /// theirs.
    static func maskBlend(_ filter: String, component: Int) -> FilterOracle {
        FilterOracle(filter, .formula) {
            let front = PixelGrid.colorful(x: -2, y: 1, width: 9, height: 7)
            let back = PixelGrid.colorful(x: 1, y: -3, width: 8, height: 9)
            let mask = PixelGrid.colorful(x: -1, y: -2, width: 9, height: 8)
            let union = front.bounds.union(back.bounds)
            let image = front.image.applyingFilter(
                filter, parameters: [kCIInputBackgroundImageKey: back.image, kCIInputMaskImageKey: mask.image])
            guard image.extent == union else { throw ExtentMismatch(found: image.extent, expected: union) }
            try expect(image, in: union.insetBy(dx: -1, dy: -1)) { x, y in
                let share = mask[x, y][component]
                return back[x, y] + (front[x, y] - back[x, y]) * share
            }
            let alone = front.image.applyingFilter(filter, parameters: [kCIInputMaskImageKey: mask.image])
            try expect(alone, in: union) { x, y in front[x, y] * mask[x, y][component] }
        }
    }
}
