import CoreImage
import FilterChains
import Foundation

/// What a command makes of each frame.
package protocol VideoFilter: Sendable {
    /// Returns the result for an upright frame, whose lower left corner is at the origin.
    ///
    /// - Parameter seconds: The time of the frame in the result.
    func image(of frame: CIImage, at seconds: Double) throws -> CIImage
}

/// Frames stay as they are.
package struct UnchangedFrames: VideoFilter {
    /// Creates a filter that changes nothing.
    package init() {}

    package func image(of frame: CIImage, at seconds: Double) -> CIImage { frame }
}

extension FrameChain: VideoFilter {}
