import PixelBuffers
import VideoExchange

/// The planes of a frame and of a buffer between which samples are copied.
///
/// The addresses are valid as long as the owners of both memories live. Sizes of frames are those of their layout, and
/// buffers have been made for the same width and height.
struct FrameMemory {
    /// The frame's first byte.
    let frame: UnsafeMutableRawPointer
    let layout: VideoFrameLayout
    let buffer: CVPixelBuffer

    /// Calls `body` with the addresses of each row of a plane of the frame and the corresponding plane of the buffer.
    func forEachRow<Sample>(
        _ plane: Int, of other: Int, as: Sample.Type,
        _ body: (_ frame: UnsafeMutablePointer<Sample>, _ buffer: UnsafeMutablePointer<Sample>, _ columns: Int) -> Void
    ) {
        let (description, target) = (layout.planes[plane], buffer.planes[other])
        for y in 0..<min(description.rows, target.height) {
            body(
                (frame + description.offset + y * description.bytesPerRow).assumingMemoryBound(to: Sample.self),
                (target.address + y * target.bytesPerRow).assumingMemoryBound(to: Sample.self), description.columns)
        }
    }

    /// The address of a row of a plane of the frame.
    func row<Sample>(_ y: Int, _ plane: Int, as: Sample.Type) -> UnsafeMutablePointer<Sample> {
        let description = layout.planes[plane]
        return (frame + description.offset + y * description.bytesPerRow).assumingMemoryBound(to: Sample.self)
    }

    /// Calls `body` with each row of the frame's two planes of chroma, and that of the buffer's.
    func forEachChromaRow<Sample>(
        as: Sample.Type,
        _ body: (
            _ blue: UnsafeMutablePointer<Sample>, _ red: UnsafeMutablePointer<Sample>,
            _ buffer: UnsafeMutablePointer<Sample>, _ columns: Int
        ) -> Void
    ) {
        let (description, target) = (layout.planes[1], buffer.planes[1])
        for y in 0..<min(description.rows, target.height) {
            body(
                row(y, 1, as: Sample.self), row(y, 2, as: Sample.self),
                (target.address + y * target.bytesPerRow).assumingMemoryBound(to: Sample.self), description.columns)
        }
    }
}
