import Pixels

extension Raster {
    /// Returns a raster that contains all pixels of `part`: this one, or a copy with transparent pixels around it.
    package func covering(_ part: PixelRect) -> Raster {
        if bounds.contains(part) { return self }
        let copy = Raster(bounds: part)
        copy.copy(from: self)
        return copy
    }
}
