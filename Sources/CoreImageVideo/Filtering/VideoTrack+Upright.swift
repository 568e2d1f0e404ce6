import CoreImageEssentials
import Foundation
import VideoExchange

extension VideoTrack {
    /// The size of upright frames in pixels, which is that of the images that a ``FrameFilter`` gets.
    package var uprightSize: CGSize { upright.size }

    /// The width of a pixel of upright frames divided by its height; nil if it isn't stated.
    package var uprightPixelAspectRatio: Ratio? {
        pixelAspectRatio.map { upright.exchangesSides ? $0.inverse : $0 }
    }

    private var upright: UprightTransform {
        UprightTransform(displayMatrix, size: CGSize(width: Int(width), height: Int(height)))
    }
}
