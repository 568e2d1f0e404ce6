import CoreImageEssentials

extension FramePlayer {
    /// Where a player's frames come from.
    public struct Source: Sendable {
        let makeFrames: @Sendable () throws -> any FrameSequence

        /// Creates a source from a sequence, which is made when the player starts.
        package init(_ makeFrames: @escaping @Sendable () throws -> any FrameSequence) { self.makeFrames = makeFrames }

        /// Images that a closure makes, at a constant rate.
        ///
        /// - Parameters:
        ///   - frameDuration: The time from a frame to the next one; a positive number.
        ///   - count: The number of frames; nil for any number.
        ///   - makeImage: Returns the image of a time. The first time is 0. It isn't called for frames that are
        ///     dropped.
        public static func images(
            frameDuration: CMTime, count: Int? = nil, makeImage: @escaping @Sendable (_ time: CMTime) throws -> CIImage
        ) -> Source {
            Source {
                guard frameDuration.isNumeric, frameDuration.seconds > 0 else {
                    throw FramePlayerError.invalidFrameDuration(frameDuration)
                }
                return GeneratedFrames(frameDuration: frameDuration, count: count, makeImage: makeImage)
            }
        }
    }
}
