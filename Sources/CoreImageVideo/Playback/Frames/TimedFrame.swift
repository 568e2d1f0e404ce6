import CoreImageEssentials

/// A frame of a source, with its time.
package struct TimedFrame: Sendable {
    /// When the frame is shown, in the time of the source.
    package let time: CMTime
    /// For how long the frame is shown; invalid if it isn't known.
    package let duration: CMTime
    /// The pixels as they are stored; nil if the frame has to be computed.
    package let pixelBuffer: CVPixelBuffer?
    /// The size of the upright frame in pixels; nil for that of the image.
    package let size: CGSize?
    private let makeImage: @Sendable () throws -> FilteredImage

    /// Creates a frame.
    ///
    /// - Parameters:
    ///   - pixelBuffer: The pixels as they are stored, or nil.
    ///   - size: The size in pixels; nil for that of the image.
    ///   - makeImage: Returns the upright image. It isn't called for frames that are dropped.
    package init(
        time: CMTime, duration: CMTime, pixelBuffer: CVPixelBuffer? = nil, size: CGSize? = nil,
        makeImage: @escaping @Sendable () throws -> FilteredImage
    ) {
        (self.time, self.duration, self.pixelBuffer, self.size) = (time, duration, pixelBuffer, size)
        self.makeImage = makeImage
    }

    /// Creates a frame of upright pixels.
    package init(time: CMTime, duration: CMTime, pixelBuffer: CVPixelBuffer) {
        self.init(time: time, duration: duration, pixelBuffer: pixelBuffer) {
            FilteredImage(try CIImage(checking: pixelBuffer, options: nil))
        }
    }

    /// Returns the same frame with another time.
    func at(_ time: CMTime, duration: CMTime) -> TimedFrame {
        TimedFrame(time: time, duration: duration, pixelBuffer: pixelBuffer, size: size, makeImage: makeImage)
    }

    /// Returns the upright image, whose lower left corner is at the origin, and the context that should render it.
    package func filtered() throws -> FilteredImage { try makeImage() }
}
