/// What is written to a file.
package struct WritingRequest: Codable, Hashable, Sendable {
    /// The containers that can be written, by FFmpeg's names.
    package enum Container: String, Codable, Sendable, CaseIterable {
        case mp4, mov, matroska, webm, mpegts, nut, avi, mxf, ogg

        /// The extensions of files, the usual one first.
        package var extensions: [String] {
            switch self {
            case .mp4: ["mp4", "m4v"]
            case .mov: ["mov"]
            case .matroska: ["mkv"]
            case .webm: ["webm"]
            case .mpegts: ["ts", "m2ts", "mts"]
            case .nut: ["nut"]
            case .avi: ["avi"]
            case .mxf: ["mxf"]
            case .ogg: ["ogv", "ogg"]
            }
        }

        /// The container for a file's extension, or nil if there is none.
        package init?(extension text: String) {
            let lower = text.lowercased()
            guard let found = Self.allCases.first(where: { $0.extensions.contains(lower) }) else { return nil }
            self = found
        }

        /// Whether frames have no times but follow each other at a constant rate, which is the time base of the stream.
        package var hasConstantRate: Bool { [.avi, .mxf, .ogg].contains(self) }

        /// Whether notes about the file are stored.
        package var holdsNotes: Bool { ![.mpegts, .mxf].contains(self) }

        /// Whether what has been written can be played if the end is missing.
        package var isPlayableWhenCutOff: Bool { [.matroska, .webm, .mpegts, .nut, .ogg].contains(self) }
    }

    /// How MP4 and MOV files are laid out. Other containers ignore it.
    package enum Arrangement: String, Codable, Sendable {
        /// The table of frames is at the end.
        case indexAtEnd
        /// The table of frames is moved to the start when the file is finished, so that players can begin before they
        /// have all of it.
        case indexAtStart
        /// The file consists of fragments of their own, and can be played if the end is missing.
        case fragmented
    }

    /// The container.
    package var container: Container
    /// The layout of MP4 and MOV files.
    package var arrangement = Arrangement.indexAtEnd
    /// Notes about the file.
    package var metadata: [String: String] = [:]
    /// The chapters.
    package var chapters: [Chapter] = []
    /// The streams, in the order of the file.
    package var streams: [Stream] = []
    /// Whether the file can be changed after it was written. False for pipes.
    package var isSeekable = true

    /// A stream of the file.
    package enum Stream: Codable, Hashable, Sendable {
        case video(VideoEncoding)
        case copied(CopiedStream)
    }

    /// Creates a request.
    package init(container: Container) { self.container = container }

    /// Whether the chapters are stored.
    package var holdsChapters: Bool {
        switch container {
        case .mpegts, .avi, .mxf: false
        // They are among the notes of Opus only.
        case .ogg:
            streams.contains { if case .copied(let stream) = $0 { stream.parameters.codec == "opus" } else { false } }
        case .mp4, .mov, .matroska, .webm, .nut: true
        }
    }
}

/// A stream whose packets are stored as they are.
package struct CopiedStream: Codable, Hashable, Sendable {
    /// The codec.
    package var parameters: CodecParameters
    /// The time base of the packets.
    package var timeBase: Ratio
    /// Notes, such as the language.
    package var metadata: [String: String]
    /// The roles, by FFmpeg's names.
    package var disposition: [String]
    /// The frame rate of a stream of video, if it is known.
    package var averageFrameRate: Ratio?
    /// The aspect of pixels of a stream of video, if it is stated.
    package var pixelAspectRatio: Ratio?
    /// Whether the stream is left out if the container can't hold it. If not, that is an error.
    package var isOptional: Bool

    /// Describes a stream of a file that is read.
    package init(_ stream: StreamDescription, isOptional: Bool = false) {
        self.isOptional = isOptional
        (parameters, timeBase) = (stream.parameters, stream.timeBase)
        (metadata, disposition) = (stream.metadata, stream.disposition)
        averageFrameRate = stream.video?.averageFrameRate
        pixelAspectRatio = stream.video?.pixelAspectRatio
    }
}

/// A worker's answer when the encoders have been opened.
package struct WritingAnswer: Codable, Hashable, Sendable {
    /// The names of the encoders, one for each stream; empty for a copied one.
    package var encoders: [String]
    /// The optional streams that are left out.
    package var omissions: [StreamOmission]

    /// Creates an answer.
    package init(encoders: [String], omissions: [StreamOmission] = []) {
        (self.encoders, self.omissions) = (encoders, omissions)
    }
}

/// A stream that is left out because the container can't hold it.
package struct StreamOmission: Codable, Hashable, Sendable {
    /// The number of the stream in the request.
    package var stream: Int
    /// The container.
    package var container: WritingRequest.Container
    /// Containers that can hold it, the best one first.
    package var alternatives: [WritingRequest.Container]

    /// Creates a note about a stream.
    package init(
        stream: Int, container: WritingRequest.Container, alternatives: [WritingRequest.Container]
    ) {
        (self.stream, self.container, self.alternatives) = (stream, container, alternatives)
    }
}
