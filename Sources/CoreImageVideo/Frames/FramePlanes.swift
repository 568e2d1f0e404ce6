import CoreImageEssentials
import PixelBuffers
import VideoExchange

extension CVBuffer.Plane {
    /// Returns the planes of a frame whose first byte is at `start`.
    static func planes(of layout: VideoFrameLayout, at start: UnsafeMutableRawPointer) -> [CVBuffer.Plane] {
        // Two pixels of packed formats are one group of samples.
        let pixels = [.yuyv422, .uyvy422].contains(layout.format) ? 2 : 1
        return layout.planes.map {
            CVBuffer.Plane(
                address: start + $0.offset, width: $0.columns * pixels, height: $0.rows, bytesPerRow: $0.bytesPerRow)
        }
    }
}

extension CVPixelBufferPool {
    /// Creates a pool of buffers; nil if the size is impossible.
    static func pool(_ type: OSType, width: Int, height: Int) -> CVPixelBufferPool? {
        var pool: CVPixelBufferPool?
        CVPixelBufferPoolCreate(
            nil, nil,
            [
                kCVPixelBufferPixelFormatTypeKey: type, kCVPixelBufferWidthKey: width, kCVPixelBufferHeightKey: height,
            ], &pool)
        return pool
    }
}
