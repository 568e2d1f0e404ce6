import Foundation

/// The upright rectangle of the largest area inside the parallelogram that an affine transform makes of a rectangle.
struct InnerRectangle {
    /// The rectangle; null if the parallelogram has no area or isn't finite.
    let rect: CGRect

    /// Both rectangles have the same centre. If an upright rectangle is inside, so is its reflection about the centre,
    /// and then the mean of both, which has the same size.
    init(of rect: CGRect, under transform: CGAffineTransform) {
        let center = CGPoint(x: rect.midX, y: rect.midY).applying(transform)
        let inverse = transform.inverted()
        // The inverse transform maps half sides (w, h) into the rectangle's own space, where they must not exceed the
        // rectangle's half sides.
        let limits = [
            Limit(w: abs(inverse.a), h: abs(inverse.c), reach: rect.width / 2),
            Limit(w: abs(inverse.b), h: abs(inverse.d), reach: rect.height / 2),
        ]
        let determinant = limits[0].w * limits[1].h - limits[1].w * limits[0].h
        let crossing = CGSize(
            width: (limits[0].reach * limits[1].h - limits[1].reach * limits[0].h) / determinant,
            height: (limits[0].w * limits[1].reach - limits[1].w * limits[0].reach) / determinant)
        // The area is largest in the middle of one limit's line, or where both lines cross.
        let sizes = limits.map(\.middle) + [crossing]
        let best = sizes.filter { size in limits.allSatisfy { $0.allows(size) } }
            .max { $0.width * $0.height < $1.width * $1.height }
        guard let best, transform.determinant != 0, center.x.isFinite, center.y.isFinite else {
            self.rect = .null
            return
        }
        self.rect = CGRect(
            x: center.x - best.width, y: center.y - best.height, width: 2 * best.width, height: 2 * best.height)
    }

    /// The pixels that are inside the rectangle as a whole; null if there are none.
    var wholePixels: CGRect {
        if rect.isNull { return .null }
        // A rounding error must not cost a row of pixels.
        let slack: CGFloat = 1.0 / 1024
        let (left, bottom) = ((rect.minX - slack).rounded(.up), (rect.minY - slack).rounded(.up))
        let (right, top) = ((rect.maxX + slack).rounded(.down), (rect.maxY + slack).rounded(.down))
        guard right > left, top > bottom else { return .null }
        return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
    }

    /// The condition `w · width + h · height ≤ reach` for half sides.
    private struct Limit {
        let w: CGFloat
        let h: CGFloat
        let reach: CGFloat

        /// The size of the largest area under this limit alone; not finite if the limit restricts one side only.
        var middle: CGSize { CGSize(width: reach / (2 * w), height: reach / (2 * h)) }

        /// False for sizes that are negative or not finite.
        func allows(_ size: CGSize) -> Bool {
            size.width >= 0 && size.height >= 0 && size.width.isFinite && size.height.isFinite
                && w * size.width + h * size.height <= reach * (1 + 1e-9)
        }
    }
}
