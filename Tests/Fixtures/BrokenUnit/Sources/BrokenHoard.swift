import CoreImage
import Synchronization

/// Keeps every picture for ever.
final class BrokenHoard: CIFilter {
    @CIInput var inputImage: CIImage?

    private static let kept = Mutex<[CIImage]>([])

    override var outputImage: CIImage? {
        if let image = inputImage { Self.kept.withLock { $0.append(image) } }
        return inputImage
    }
}
