import Synchronization

/// Pixels that nobody changes any more and that many computations read as a whole, with the copy that was made of them for another process: it is
/// made once, and goes with the pixels. Thread-safe.
public final class SettledPixels: Sendable {
    // Never looked at, only kept.
    private nonisolated(unsafe) let storage: AnyObject
    private let pixelCount: Int
    private let copy = Mutex<(any AnyObject & Sendable)?>(nil)

    /// - Parameters:
    ///   - storage: What keeps the pixels' memory.
    ///   - pixelCount: How many there are.
    public init(keeping storage: AnyObject, pixelCount: Int) { (self.storage, self.pixelCount) = (storage, pixelCount) }

    /// Whether a raster that these pixels keep shows all of them.
    fileprivate func isWhole(_ bounds: PixelRect) -> Bool { bounds.area == pixelCount }

    /// The copy, which the first caller makes while others wait.
    ///
    /// - Throws: what `make` throws; the next caller tries again.
    public func copied<Copy: AnyObject & Sendable>(by make: () throws -> Copy) throws -> Copy {
        try copy.withLock { copy in
            if let known = copy as? Copy { return known }
            let made = try make()
            copy = made
            return made
        }
    }
}

extension Raster {
    /// What the raster's pixels are kept by, where nobody changes them any more and the raster shows all of them; otherwise nil.
    public var settledPixels: SettledPixels? {
        guard let pixels = backing as? SettledPixels, pixels.isWhole(bounds) else { return nil }
        return pixels
    }
}
