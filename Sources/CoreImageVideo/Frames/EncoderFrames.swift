import CoreImageEssentials
import PixelBuffers
import VideoExchange
import VideoFiles

/// Makes pixel buffers of the memory of an encoder. Thread-safe.
struct EncoderFrames: Sendable {
    private let form: FrameForm
    private let attachments: CFDictionaryBox
    private let pool: CVPixelBufferPool?

    /// Creates buffers for frames of a format.
    ///
    /// - Parameters:
    ///   - format: The encoder's format, with the colours that are rendered.
    ///   - file: The file's name in messages.
    /// - Throws: An error of the kind `unsupported` if no pixel buffer has the format or its colours.
    init(_ format: FrameFormat, file: String) throws(VideoFileError) {
        guard let form = FrameForm.of(format.pixelFormat, format.colours.range), form.canBeWritten else {
            throw VideoFileError(
                .unsupported, file: file,
                cause: "pixel buffers can't be encoded as \(format.pixelFormat.rawValue)",
                remedy: "Use yuv420p, yuv420p10le or another format with 8 or 10 bits of luma and chroma, or RGB.")
        }
        do throws(ColourAttachments.Unsupported) {
            var attachments = try FrameAttachments.attachments(for: format, [], of: nil)
            if format.pixelFormat.hasAlpha {
                attachments[kCVImageBufferAlphaChannelModeKey] = kCVImageBufferAlphaChannelMode_StraightAlpha
            }
            self.attachments = CFDictionaryBox(values: attachments)
        } catch {
            throw VideoFileError(
                .unsupported, file: file, cause: "frames can't be rendered with \(error.statement)",
                remedy: "Choose BT.709, BT.601 or BT.2020.")
        }
        self.form = form
        pool = form.repacking.flatMap { _ in .pool(form.type, width: format.width, height: format.height) }
    }

    /// The pixel format of the buffers.
    var type: OSType { form.type }

    /// Returns a buffer to render into.
    ///
    /// - Returns: Nil if there is no memory.
    func frame(for target: WritableVideoFrame) -> EncoderFrame? {
        var buffer: CVPixelBuffer?
        if form.repacking == nil {
            // The memory stays at its address as long as the frame lives, and the buffer keeps the frame.
            let start = target.withUnsafeMutableBytes { $0.baseAddress }
            buffer = start.flatMap { start in
                CVBuffer.wrapping(
                    CVBuffer.Plane.planes(of: target.layout, at: start), width: target.layout.width,
                    height: target.layout.height, type: form.type, keeping: target)
            }
        } else if let pool {
            CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer)
        }
        guard let buffer else { return nil }
        CVBufferSetAttachments(buffer, attachments.values, .shouldPropagate)
        return EncoderFrame(buffer, target, form.repacking)
    }

    /// Whether the codes of a buffer have the colours that frames have.
    func meansSame(_ buffer: CVPixelBuffer) -> Bool {
        let keys = [
            kCVImageBufferColorPrimariesKey, kCVImageBufferTransferFunctionKey, kCVImageBufferYCbCrMatrixKey,
            kCVImageBufferChromaLocationTopFieldKey, kCVImageBufferCGColorSpaceKey, kCVImageBufferICCProfileKey,
        ]
        var (theirs, own) = (buffer.allAttachments, attachments.values)
        if buffer.format.content == .yCbCr {
            theirs = VideoColor.completed(theirs, width: buffer.width, height: buffer.height)
            own = VideoColor.completed(own, width: buffer.width, height: buffer.height)
        }
        return keys.allSatisfy { key in
            // Chroma lies at the left, unless stated.
            let implied = key == kCVImageBufferChromaLocationTopFieldKey ? kCVImageBufferChromaLocation_Left : nil
            return (theirs[key] as? String ?? implied) == (own[key] as? String ?? implied)
                && (theirs[key] == nil || theirs[key] is String)
        }
    }

    /// Copies a buffer of ``type`` to the encoder's memory.
    func copy(_ buffer: CVPixelBuffer, to target: WritableVideoFrame) { target.copy(of: buffer, by: form.repacking) }
}

/// A dictionary that is never changed.
struct CFDictionaryBox: @unchecked Sendable {
    let values: CFDictionary
}
