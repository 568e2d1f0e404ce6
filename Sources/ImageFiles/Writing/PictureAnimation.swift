/// How a picture that is a stack of frames, the first on top, plays as an animation.
public struct PictureAnimation: Hashable, Sendable {
    /// Rows of a frame.
    public var frameHeight: Int
    /// How long each frame is shown, in milliseconds. GIF counts in hundredths of a second.
    public var delays: [Int]
    /// How often it plays; 0 without end.
    public var playCount: Int

    /// An animation from its parts.
    public init(frameHeight: Int, delays: [Int], playCount: Int = 0) {
        (self.frameHeight, self.delays, self.playCount) = (frameHeight, delays, playCount)
    }
}

extension ImageFileFormat {
    /// Whether a file may hold an animation.
    public var holdsAnimations: Bool { self == .gif || self == .webp }
}
