import CoreImage
import Synchronization

/// A filter that leaks: it keeps every input image, and 16 KB for each.
final class BrokenHoard: CIFilter {
    @CIInput var inputImage: CIImage?

    private static let kept = Mutex<[(picture: CIImage, table: [Float])]>([])

    override var outputImage: CIImage? {
        if let image = inputImage { Self.kept.withLock { $0.append((image, Array(repeating: 1, count: 4096))) } }
        return inputImage
    }
}
