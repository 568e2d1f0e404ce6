import Pixels

extension Raster {
    /// A raster without pixels, which reads as transparent.
    package static let transparent = Raster(bounds: .empty)
}
