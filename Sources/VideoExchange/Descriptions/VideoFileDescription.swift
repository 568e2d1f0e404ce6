/// What a file says about itself and its streams. All of it comes from the file and is unchecked, apart from sizes:
/// texts may contain any characters, and numbers may contradict each other and the frames.
package struct VideoFileDescription: Hashable, Sendable, Codable {
    /// The name of the container, such as `mov,mp4,m4a,3gp,3g2,mj2` or `matroska,webm`.
    package var container = ""
    /// The name of the container for people.
    package var containerTitle = ""
    /// The duration, or nil if it is unknown.
    package var duration: RationalTime?
    /// The time of the first frame or sample, or nil if it is unknown.
    package var start: RationalTime?
    /// Bits a second of all streams, or nil if they are unknown.
    package var bitRate: Int64?
    /// Notes about the file, such as its title.
    package var metadata: [String: String] = [:]
    /// The chapters, in the order of the file.
    package var chapters: [Chapter] = []
    /// The streams, by their numbers.
    package var streams: [StreamDescription] = []
    /// Whether reading can begin at any time. False for pipes.
    package var isSeekable = false

    /// Creates an empty description.
    package init() {}

    /// The first stream of pictures that isn't a cover picture, or nil if there is none.
    package var firstVideoStream: StreamDescription? {
        streams.first { $0.kind == .video && !$0.disposition.contains("attached_pic") }
    }
}

/// A named part of a file.
package struct Chapter: Hashable, Sendable, Codable {
    /// The time at which it starts.
    package var start: RationalTime
    /// The time at which it ends.
    package var end: RationalTime
    /// Notes, among which `title` is the name.
    package var metadata: [String: String]

    /// Creates a chapter.
    package init(start: RationalTime, end: RationalTime, metadata: [String: String] = [:]) {
        (self.start, self.end, self.metadata) = (start, end, metadata)
    }
}
