import Foundation
import ImageFiles
import Pixels
import Rendering
import Synchronization

extension CIContext {
    /// Writes images as the frames of one animated picture, GIF or WebP by the file's extension; it appears when it is complete.
    ///
    /// Every frame shows `bounds`. Frames are rendered one after the other, so that memory holds one of them besides what the encoder keeps. GIF has 256 colours a frame and alpha
    /// of 0 or 1; what WebP loses is as for still pictures.
    ///
    /// - Parameters:
    ///   - frames: What is shown, one after the other; at least one.
    ///   - bounds: The part of the plane that every frame shows, in whole pixels.
    ///   - secondsPerFrame: How long each is shown, from 0.01 to 600; GIF has hundredths of a second.
    ///   - playCount: How often it plays; 0 without end.
    ///   - colorSpace: An RGB space; sRGB, which viewers take GIF to be in, when nil.
    ///   - progress: Called with the part of the rows that have been handed to the encoder, from above 0 to 1, in rising order and on any thread.
    /// - Throws: `RenderingError`, `CIError`; `ImageFileError`, also for an extension that stands for no format that holds animations and can be
    ///   written here.
    public func writeAnimation(
        of frames: [CIImage], in bounds: CGRect, to url: URL, secondsPerFrame: Double, playCount: Int = 0,
        colorSpace: CGColorSpace? = nil, options: [CIImageRepresentationOption: Any] = [:],
        progress: (@Sendable (Double) -> Void)? = nil
    ) throws {
        let fileFormat = try ImageFileWriter.format(for: url)
        guard fileFormat.holdsAnimations else {
            throw ImageFileError.unsupported(
                format: fileFormat.displayName, reason: "an animation; write a .gif or a .webp file")
        }
        let space = colorSpace ?? .standard
        try Self.check(space, for: "an animation")
        let region = try Renderer.pixelRegion(of: bounds)
        let layout: PixelFormat.Layout = frames.allSatisfy(\.isOpaque) ? .rgb : .rgba
        let outputs = frames.map {
            PixelOutput(
                $0, region: region, format: PixelFormat(layout, .uint8), space: space, premultiplied: false,
                settings: settings)
        }
        let delay = Int((min(max(secondsPerFrame.finite(or: 0.1), 0.01), 600) * 1000).rounded())
        let rows = FrameRows(outputs, renderer: renderer)
        let height = region.height * frames.count
        // The encoder may ask for rows on threads of its own, which the deadline of this one's work must hold for, too.
        let meter = WorkMeter.current
        let picture = EncodedPicture(
            width: region.width, height: height, pixelFormat: PixelFormat(layout, .uint8), colorSpace: space,
            animation: PictureAnimation(
                frameHeight: region.height, delays: frames.map { _ in delay }, playCount: playCount)
        ) { strip, buffer, bytesPerRow in
            try WorkMeter.$current.withValue(meter) { try rows.copy(strip, to: buffer, bytesPerRow: bytesPerRow) }
            progress?(Double(strip.maxY) / Double(height))
        }
        try ImageFileWriter.write(
            picture, to: url, as: fileFormat, options: ImageEncodingOptions(options, properties: [:]))
    }
}

/// Rows of frames that stand on top of each other; the frame that was read last is kept.
private final class FrameRows: Sendable {
    private let outputs: [PixelOutput]
    private let renderer: Renderer
    private let kept = Mutex<(frame: Int, bytes: Data)?>(nil)

    init(_ outputs: [PixelOutput], renderer: Renderer) { (self.outputs, self.renderer) = (outputs, renderer) }

    func copy(_ strip: PixelRect, to buffer: UnsafeMutableRawPointer, bytesPerRow: Int) throws {
        try kept.withLock { kept in
            for row in 0..<strip.height {
                let (frame, line) = (strip.y + row).quotientAndRemainder(dividingBy: outputs[0].region.height)
                if kept?.frame != frame { kept = (frame, try outputs[frame].data(with: renderer)) }
                let length = outputs[frame].tightRowBytes
                kept?.bytes.withUnsafeBytes { bytes in
                    guard let first = bytes.baseAddress else { return }
                    (buffer + row * bytesPerRow).copyMemory(from: first + line * length, byteCount: length)
                }
            }
        }
    }
}
