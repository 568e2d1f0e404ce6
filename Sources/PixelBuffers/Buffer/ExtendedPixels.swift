/// Numbers of columns and rows around an image that exist in memory but don't belong to it.
struct ExtendedPixels: Hashable, Sendable {
    var left = 0
    var right = 0
    var top = 0
    var bottom = 0

    /// Returns the numbers for a plane with fewer pixels, rounded up.
    func divided(_ horizontal: Int, _ vertical: Int) -> ExtendedPixels {
        ExtendedPixels(
            left: left.divided(by: horizontal), right: right.divided(by: horizontal), top: top.divided(by: vertical),
            bottom: bottom.divided(by: vertical))
    }
}
