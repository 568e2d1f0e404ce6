/// The timing of an animation, for a picture that is a stack of frames with the first on top.
package struct PictureAnimation: Hashable, Sendable {
    /// The number of rows in a frame.
    package var frameHeight: Int
    /// The duration of each frame in milliseconds. GIF rounds it to hundredths of a second.
    package var delays: [Int]
    /// The number of times that the animation plays; 0 for endless.
    package var playCount: Int

    /// Creates the timing of an animation.
    package init(frameHeight: Int, delays: [Int], playCount: Int = 0) {
        (self.frameHeight, self.delays, self.playCount) = (frameHeight, delays, playCount)
    }
}
