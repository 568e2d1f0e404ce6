/// What a file says about one of its streams.
package struct StreamDescription: Hashable, Sendable, Codable {
    /// The kinds of streams.
    package enum Kind: String, Hashable, Sendable, Codable {
        case video, audio, subtitle, data, attachment, unknown
    }

    /// The number of the stream, from 0.
    package var index: Int
    /// The number by which the container refers to it.
    package var identifier: Int32
    /// The kind of its contents.
    package var kind: Kind
    /// The codec's name, such as `h264`, or `none` if it is unknown.
    package var codec: String
    /// The codec's name for people.
    package var codecTitle: String
    /// The name of the codec's profile, such as `High`, or nil if it is unknown.
    package var profile: String?
    /// The unit of the stream's time stamps, in seconds.
    package var timeBase: Ratio
    /// The stamp of the first frame or sample, or nil if it is unknown.
    package var start: Int64?
    /// The duration in units of the time base, or nil if it is unknown.
    package var duration: Int64?
    /// The number of frames, or nil if the container doesn't state it.
    package var frameCount: Int64?
    /// Bits a second, or nil if they are unknown.
    package var bitRate: Int64?
    /// Notes about the stream. `language` is its language as three letters of ISO 639-2.
    package var metadata: [String: String] = [:]
    /// The roles of the stream, by FFmpeg's names: `default`, `forced`, `attached_pic`, ….
    package var disposition: [String] = []
    /// The pictures, for a stream of video.
    package var video: VideoTrack?
    /// The sound, for a stream of audio.
    package var audio: AudioTrack?
    /// What a writer needs to store the stream's packets without decoding them.
    package var parameters: CodecParameters

    /// Creates a description with the facts that every stream has.
    package init(
        index: Int, identifier: Int32, kind: Kind, codec: String, codecTitle: String, timeBase: Ratio,
        parameters: CodecParameters
    ) {
        (self.index, self.identifier, self.kind) = (index, identifier, kind)
        (self.codec, self.codecTitle, self.timeBase) = (codec, codecTitle, timeBase)
        self.parameters = parameters
    }

    /// The language as three letters, or nil if it isn't stated.
    package var language: String? { metadata["language"] }
}

/// What a file says about a stream of sound.
package struct AudioTrack: Hashable, Sendable, Codable {
    /// Samples a second.
    package var sampleRate: Int32
    /// The number of channels.
    package var channels: Int32
    /// The layout of the channels, such as `stereo` or `5.1(side)`.
    package var layout: String

    /// Creates a description.
    package init(sampleRate: Int32, channels: Int32, layout: String) {
        (self.sampleRate, self.channels, self.layout) = (sampleRate, channels, layout)
    }
}
