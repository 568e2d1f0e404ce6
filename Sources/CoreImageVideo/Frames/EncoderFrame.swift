import CoreImageEssentials
import PixelBuffers
import VideoExchange
import VideoFiles

/// A frame of an encoder as a pixel buffer that renderings write to.
struct EncoderFrame: Sendable {
    /// The buffer: the encoder's memory, or memory whose samples ``finish()`` repacks.
    let buffer: CVPixelBuffer
    /// The encoder's memory.
    let target: WritableVideoFrame
    private let repacking: FrameForm.Repacking?

    init(_ buffer: CVPixelBuffer, _ target: WritableVideoFrame, _ repacking: FrameForm.Repacking?) {
        (self.buffer, self.target, self.repacking) = (buffer, target, repacking)
    }

    /// Moves what has been rendered to the encoder's memory, if it isn't there.
    func finish() {
        guard let repacking else { return }
        target.copy(of: buffer, by: repacking)
    }
}

extension WritableVideoFrame {
    /// Copies a buffer of the form that belongs to the format of this frame.
    func copy(of buffer: CVPixelBuffer, by repacking: FrameForm.Repacking?) {
        withUnsafeMutableBytes { memory in
            guard let start = memory.baseAddress else { return }
            if let repacking {
                FrameMemory(frame: start, layout: layout, buffer: buffer).write(repacking)
                return
            }
            for (index, plane) in layout.planes.enumerated() {
                let source = buffer.planes[index]
                for y in 0..<min(plane.rows, source.height) {
                    (start + plane.offset + y * plane.bytesPerRow).copyMemory(
                        from: source.address + y * source.bytesPerRow, byteCount: plane.usedBytesPerRow)
                }
            }
        }
    }
}
