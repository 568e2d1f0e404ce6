import DeviceKernels
import Pixels

/// Pixels of a texture: in a device's memory, or in memory that is shared with other processes.
package enum TexturePixels: Sendable {
    /// Pixels in a device's memory.
    case device(any DeviceTexture)
    /// Pixels in memory of this process, which others access, too.
    case shared(any SharedPixels)

    /// Width in pixels.
    package var width: Int {
        switch self {
        case .device(let texture): texture.width
        case .shared(let pixels): pixels.view.bounds.width
        }
    }

    /// Height in pixels.
    package var height: Int {
        switch self {
        case .device(let texture): texture.height
        case .shared(let pixels): pixels.view.bounds.height
        }
    }

    /// The format of the pixels.
    package var format: PixelFormat {
        switch self {
        case .device(let texture): texture.format
        case .shared(let pixels): pixels.view.format
        }
    }

    /// Ends a rendering that writes no pixel: the application gets its turn.
    ///
    /// - Throws: `RenderingError.destinationFailed`, or the error of a rendering that was stopped.
    package func endWithoutWriting() throws {
        guard case .device(let texture) = self else { return }
        do { try texture.endWriting(try texture.beginWriting(), .empty) } catch let failure as DeviceFailure {
            throw RenderingError.destinationFailed(underlying: failure)
        }
    }

    /// Forgets the semaphores that the end of a rendering would set, because it has failed.
    package func dropSignals() {
        if case .device(let texture as any SemaphoreTexture) = self { texture.dropSignals() }
    }

    /// Whether both may have pixels in the same memory.
    package func sharesMemory(with other: TexturePixels) -> Bool {
        switch (self, other) {
        case (.device(let one), .device(let two)): one.sharesMemory(with: two)
        case (.shared(let one), .shared(let two)): one === two || one.sharesMemory(with: two)
        // Devices of this process don't import the memory that is mapped here.
        default: false
        }
    }
}

/// Pixels in memory of this process that devices or other processes access, too. Thread-safe.
package protocol SharedPixels: AnyObject, Sendable {
    /// The pixels. The bounds begin at (0, 0).
    var view: PixelView { get }
    /// Makes visible what others have written, and waits for them. Accesses can overlap.
    ///
    /// - Throws: An error that says why the memory can't be accessed.
    func beginAccess(writing: Bool) throws
    /// Ends an access that has begun, and makes what was written visible to others.
    func endAccess(writing: Bool)
    /// Whether both have pixels in the same memory.
    func sharesMemory(with other: any SharedPixels) -> Bool
}
