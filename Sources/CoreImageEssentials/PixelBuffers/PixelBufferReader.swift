import PixelBuffers
import Pixels

/// A source that reads the memory of a pixel buffer when an image is rendered.
protocol PixelBufferReader: PixelSource {
    /// The buffer.
    var buffer: CVPixelBuffer { get }
}
