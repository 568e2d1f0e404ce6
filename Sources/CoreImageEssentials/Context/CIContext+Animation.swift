import Foundation
import ImageFiles
import Pixels
import Rendering
import Synchronization

extension CIContext {
    /// Writes images as the frames of an animated GIF or WebP file. The extension of `url` chooses the format.
    ///
    /// Every frame shows `bounds`. Frames are rendered one after the other: besides the encoder's own memory, one frame
    /// is in memory at a time. GIF stores 256 colours per frame, and alpha as 0 or 1. WebP loses what it loses in still
    /// pictures. The file appears under its name when it is complete. Thread-safe.
    ///
    /// - Parameters:
    ///   - frames: The frames in the order in which they are shown; at least one.
    ///   - bounds: The rectangle that every frame shows, in working space, rounded outwards to whole pixels. Parts
    ///     outside a frame's extent are transparent.
    ///   - url: The file to write.
    ///   - secondsPerFrame: The time that each frame is shown, from 0.01 to 600 seconds. GIF stores hundredths of a
    ///     second.
    ///   - playCount: The number of times that the animation plays; 0 repeats it without end.
    ///   - colorSpace: An RGB space for the frames; sRGB when nil. Viewers take GIF pixels to be sRGB.
    ///   - options: `CIImageRepresentationOption` values.
    ///   - progress: Called with the fraction of rows that have been passed to the encoder, above 0 and up to 1, in
    ///     rising order. It may be called on any thread.
    /// - Throws: `RenderingError`, `CIError`, or `ImageFileError`, which is also thrown for a file extension whose
    ///   format cannot hold an animation or cannot be written on this machine.
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
        if frames.isEmpty {
            throw CIError.malformedOption(key: "frames", expected: "at least one image", given: "an empty array")
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
        // The encoder may request rows on its own threads. They must count against the deadline of the calling thread's
        // work.
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

/// The rows of all frames, stacked on top of each other. The frame that was read last stays in memory.
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
