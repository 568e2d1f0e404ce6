import CoreImageEssentials
import Synchronization

/// Makes pixel buffers with requested attributes of frames. Thread-safe.
final class FrameConversion: Sendable {
    private let pixelFormat: OSType?
    private let width: Int?
    private let height: Int?
    private let renderer = Mutex<(size: CGSize, renderer: FrameRenderer)?>(nil)

    /// - Parameter attributes: Values for keys that begin with `kCVPixelBuffer`.
    init(_ attributes: [String: any Sendable]) {
        func number(_ key: CFString) -> Int? {
            switch attributes[key] {
            case let number as any BinaryInteger: Int(exactly: number)
            case let numbers as [OSType]: numbers.first { PixelBufferFormat.named($0) != nil }.map { Int($0) }
            default: nil
            }
        }
        pixelFormat = number(kCVPixelBufferPixelFormatTypeKey).flatMap { OSType(exactly: $0) }
        (width, height) = (number(kCVPixelBufferWidthKey), number(kCVPixelBufferHeightKey))
    }

    /// Returns the frame with pixels of the attributes. Stored pixels that have them are returned as they are.
    func convert(_ frame: TimedFrame) throws -> TimedFrame {
        if let buffer = frame.pixelBuffer, fits(buffer) { return frame }
        let filtered =
            try frame.pixelBuffer.map { FilteredImage(try CIImage(checking: $0, options: nil)) } ?? frame.filtered()
        let image = filtered.image
        let extent = frame.size.map { CGRect(origin: .zero, size: $0) } ?? image.extent
        let size = CGSize(
            width: width.map { CGFloat($0) } ?? extent.width, height: height.map { CGFloat($0) } ?? extent.height)
        let scaled = image.scaled(from: extent.size, to: size)
        // Buffers are kept by the queue and by the client. Their number isn't limited here, but by the queue.
        let renderer = renderer.withLock { known in
            if let known, known.size == size { return known.renderer }
            let made = makeRenderer(size: size, like: frame.pixelBuffer)
            known = (size, made)
            return made
        }
        guard let result = try renderer.render(scaled, source: extent, in: filtered.context) else { return frame }
        return TimedFrame(time: frame.time, duration: frame.duration, pixelBuffer: result)
    }

    private func fits(_ buffer: CVPixelBuffer) -> Bool {
        (pixelFormat ?? buffer.format.type) == buffer.format.type && (width ?? buffer.width) == buffer.width
            && (height ?? buffer.height) == buffer.height
    }

    private func makeRenderer(size: CGSize, like buffer: CVPixelBuffer?) -> FrameRenderer {
        let format = pixelFormat ?? buffer?.format.type ?? kCVPixelFormatType_32BGRA
        var attachments: [String: any Sendable] = [:]
        // YCbCr keeps its colours; RGB becomes sRGB, which is what programs expect that don't read attachments.
        if let buffer, PixelBufferFormat.named(format)?.content == .yCbCr {
            for key in [
                kCVImageBufferColorPrimariesKey, kCVImageBufferTransferFunctionKey, kCVImageBufferYCbCrMatrixKey,
            ] {
                if let value = CVBufferCopyAttachment(buffer, key, nil) as? String { attachments[key] = value }
            }
        }
        let output = FramePlayer.Output(size: size, pixelFormat: format, attachments: attachments)
        return FrameRenderer(output, CIContext(), limit: nil)
    }
}
