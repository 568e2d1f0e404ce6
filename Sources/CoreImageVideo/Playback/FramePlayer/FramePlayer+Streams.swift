import CoreImageEssentials
import VideoFiles

extension FramePlayer.Source {
    /// The frames of a stream, such as standard input. If the stream is late, all further frames are, so that a pause
    /// of the program at its other end doesn't make the player drop what follows.
    ///
    /// The player reads ahead by a few frames, and so makes the program at the other end wait. It can't seek.
    ///
    /// - Parameters:
    ///   - handle: The open stream, which is read from where it is. It is duplicated, and can be closed.
    ///   - format: The format of the stream.
    public static func stream(_ handle: FileHandle, format: VideoStreamFormat = .any) -> FramePlayer.Source {
        FramePlayer.Source {
            let (own, name) = (
                try VideoStreamReader.duplicate(handle.fileDescriptor, handle.streamName), handle.streamName
            )
            let reader = DeferredReader { try VideoStreamReader(own, name: name, format: format) }
            return ReadFrames(reader, pacing: .byClockAfterArrival)
        }
    }

    /// The frames of the first stream of video of a file, upright.
    package static func frames(_ makeSource: @escaping @Sendable () throws -> any FrameSource) -> FramePlayer.Source {
        FramePlayer.Source { ReadFrames(DeferredReader { try makeSource().makeReader() }) }
    }
}

extension FileHandle {
    /// What the stream is called in messages.
    var streamName: String { fileDescriptor == 0 ? "standard input" : "descriptor \(fileDescriptor)" }
}
