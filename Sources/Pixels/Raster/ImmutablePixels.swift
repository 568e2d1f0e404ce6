import Synchronization

/// Keeps alive pixels that don't change any more and that many computations read as a whole. It also keeps the copy of
/// them that was made for another process, which is made once and released with the pixels. Thread-safe.
package final class ImmutablePixels: Sendable {
    // The object is never accessed, only kept alive.
    private nonisolated(unsafe) let storage: AnyObject
    private let pixelCount: Int
    private let copy = Mutex<(any AnyObject & Sendable)?>(nil)

    /// - Parameters:
    ///   - storage: The object that owns the pixels' memory.
    ///   - pixelCount: The number of pixels.
    package init(keeping storage: AnyObject, pixelCount: Int) {
        (self.storage, self.pixelCount) = (storage, pixelCount)
    }

    /// Whether a raster with these bounds, backed by this object, contains all its pixels.
    fileprivate func isWhole(_ bounds: PixelRect) -> Bool { bounds.area == pixelCount }

    /// Returns the copy. The first caller makes it, while others wait.
    ///
    /// - Throws: The error of `make`. The next caller tries again.
    package func copied<Copy: AnyObject & Sendable>(by make: () throws -> Copy) throws -> Copy {
        try copy.withLock { copy in
            if let known = copy as? Copy { return known }
            let made = try make()
            copy = made
            return made
        }
    }
}

extension Raster {
    /// The object that keeps the raster's pixels alive, if they don't change any more and the raster contains all of
    /// them; otherwise nil.
    package var immutablePixels: ImmutablePixels? {
        guard let pixels = backing as? ImmutablePixels, pixels.isWhole(bounds) else { return nil }
        return pixels
    }
}
