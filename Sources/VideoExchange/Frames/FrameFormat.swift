/// What the frames of a stream have in common, until a frame has other properties.
package struct FrameFormat: Hashable, Sendable, Codable {
    /// The arrangement of samples.
    package var pixelFormat: VideoPixelFormat
    /// Columns of pixels.
    package var width: Int
    /// Rows of pixels.
    package var height: Int
    /// The colours.
    package var colours: ColourTags
    /// The width of a pixel divided by its height; nil if it isn't stated.
    package var pixelAspectRatio: Ratio?

    /// Creates a description of frames.
    package init(
        pixelFormat: VideoPixelFormat, width: Int, height: Int, colours: ColourTags = .init(),
        pixelAspectRatio: Ratio? = nil
    ) {
        (self.pixelFormat, self.width, self.height) = (pixelFormat, width, height)
        (self.colours, self.pixelAspectRatio) = (colours, pixelAspectRatio)
    }

    /// Where the samples are in memory, or nil if the size is impossible.
    package var layout: VideoFrameLayout? { VideoFrameLayout(format: pixelFormat, width: width, height: height) }
}
