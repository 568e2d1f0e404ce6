import CoreImageEssentials

/// The reason why a player of frames can't show them.
public enum FramePlayerError: Error, Sendable {
    /// The time from a frame to the next one isn't a positive number.
    case invalidFrameDuration(CMTime)
    /// The size of the pixel buffers isn't known, because the first frame has an infinite or empty extent.
    case unknownSize(extent: CGRect)
    /// Pixel buffers of the size and format can't be made.
    case noPixelBuffers(size: CGSize, pixelFormat: OSType, code: CVReturn)
    /// A filter has no image as input.
    case noInputImage(filter: String)
}

extension FramePlayerError: LocalizedError, CustomStringConvertible {
    /// The cause and the remedy.
    public var description: String {
        switch self {
        case .invalidFrameDuration(let duration):
            "The frame duration is \(duration). Pass a positive number of seconds, such as 1/30."
        case .unknownSize(let extent):
            "The first frame has the extent \(extent), which has no size in pixels. Set the size of the output, or "
                + "crop the images."
        case .noPixelBuffers(let size, let format, let code):
            "Pixel buffers of \(size.width) × \(size.height) pixels in the format "
                + "\(PixelBufferFormat.description(of: format)) can't be made (Core Video's error \(code)). Check the "
                + "size and the format of the output."
        case .noInputImage(let filter):
            "The filter \(filter) has no input \(kCIInputImageKey), so it can't be part of a stack. Use it in a chain, "
                + "with a closure."
        }
    }

    /// The same text, for `localizedDescription`.
    public var errorDescription: String? { description }
}
