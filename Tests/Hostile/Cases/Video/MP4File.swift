/// Writes an MP4 file of JPEG pictures, in which everything can be wrong.
struct MP4File: Sendable {
    /// The frames, each the bytes of a JPEG.
    var frames: [[UInt8]]
    /// The size that the header states.
    var (width, height): (UInt16, UInt16) = (64, 48)
    /// Units of time in a second.
    var timeScale: UInt32 = 25
    /// The duration that the header states, in these units.
    var duration: UInt64
    /// The name of the codec.
    var codec = "jpeg"
    /// Runs of frames of one duration.
    var durations: [(count: UInt32, duration: UInt32)]
    /// Runs of chunks: the first chunk, its number of frames, and the description.
    var chunks: [(first: UInt32, frames: UInt32, description: UInt32)]
    /// The places of chunks. Nil for one chunk where the frames are.
    var places: [UInt32]?
    /// The tables of frames' durations and sizes, instead of the right ones.
    var (durationTable, sizeTable): ([UInt8]?, [UInt8]?)
    /// Where the frames are stored, as an entry of the box `dref`.
    var reference = MP4File.box("url ", [0, 0, 0, 1])
    /// Additional boxes of the table of frames, of the track, of the movie, and before the frames.
    var (inTable, inTrack, inMovie, beforeFrames): ([UInt8], [UInt8], [UInt8], [UInt8]) = ([], [], [], [])
    /// The number of equal tracks.
    var tracks = 1
    /// Whether the description precedes the frames.
    var beginsWithDescription = true

    /// Creates a valid file.
    init(_ frames: [[UInt8]]) {
        self.frames = frames
        duration = UInt64(frames.count)
        durations = [(UInt32(frames.count), 1)]
        chunks = [(1, UInt32(frames.count), 1)]
    }

    /// Returns a box.
    static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
        VideoBytes.big(UInt32(8 + body.count)) + VideoBytes.text(type) + body
    }

    /// Returns a box with a version and flags.
    static func box(_ type: String, version: UInt8 = 0, flags: UInt32 = 0, _ body: [UInt8]) -> [UInt8] {
        box(type, VideoBytes.big(UInt32(version) << 24 | flags) + body)
    }

    /// Returns a table with a number of entries.
    static func table(_ type: String, _ entries: [[UInt32]], count: UInt32? = nil) -> [UInt8] {
        box(
            type, version: 0,
            VideoBytes.big(count ?? UInt32(entries.count)) + entries.joined().flatMap { VideoBytes.big($0) })
    }

    /// The bytes of the file.
    var bytes: [UInt8] {
        let start =
            Self.box("ftyp", VideoBytes.text("isom") + [0, 0, 2, 0] + VideoBytes.text("isommp41")) + beforeFrames
        let data = Self.box("mdat", Array(frames.joined()))
        guard beginsWithDescription else { return start + data + description(at: start.count + 8) }
        // The length of the description doesn't depend on the place.
        return start + description(at: start.count + description(at: 0).count + 8) + data
    }

    private func description(at place: Int) -> [UInt8] {
        let matrix: [UInt32] = [1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30]
        let header =
            VideoBytes.big(UInt64(0)) + VideoBytes.big(UInt64(0)) + VideoBytes.big(timeScale)
            + VideoBytes.big(duration) + [0, 1, 0, 0, 1, 0, 0, 0] + [UInt8](repeating: 0, count: 8)
            + matrix.flatMap { VideoBytes.big($0) } + [UInt8](repeating: 0, count: 24) + VideoBytes.big(UInt32(2))
        let all = (0..<tracks).flatMap { track(number: UInt32($0 + 1), at: place, matrix) }
        return Self.box("moov", Self.box("mvhd", version: 1, header) + all + inMovie)
    }

    private func track(number: UInt32, at place: Int, _ matrix: [UInt32]) -> [UInt8] {
        let header =
            VideoBytes.big(UInt64(0)) + VideoBytes.big(UInt64(0)) + VideoBytes.big(number) + [0, 0, 0, 0]
            + VideoBytes.big(duration) + [UInt8](repeating: 0, count: 16) + matrix.flatMap { VideoBytes.big($0) }
            + VideoBytes.big(UInt32(width) << 16) + VideoBytes.big(UInt32(height) << 16)
        let media =
            VideoBytes.big(UInt64(0)) + VideoBytes.big(UInt64(0)) + VideoBytes.big(timeScale)
            + VideoBytes.big(duration) + [0x55, 0xC4, 0, 0]
        let handler = [0, 0, 0, 0] + VideoBytes.text("vide") + [UInt8](repeating: 0, count: 13)
        let information =
            Self.box("vmhd", version: 0, flags: 1, [UInt8](repeating: 0, count: 8))
            + Self.box("dinf", Self.box("dref", version: 0, VideoBytes.big(UInt32(1)) + reference))
            + Self.box("stbl", table(at: place))
        let content =
            Self.box("mdhd", version: 1, media) + Self.box("hdlr", version: 0, handler) + Self.box("minf", information)
        return Self.box("trak", Self.box("tkhd", version: 1, flags: 3, header) + inTrack + Self.box("mdia", content))
    }

    private func table(at place: Int) -> [UInt8] {
        let entry =
            [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 16) + VideoBytes.big(width) + VideoBytes.big(height)
            + [0, 72, 0, 0, 0, 72, 0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 32) + [0, 24, 0xFF, 0xFF]
        let sizes: [UInt32] = [0, UInt32(frames.count)] + frames.map { UInt32($0.count) }
        return Self.box("stsd", version: 0, VideoBytes.big(UInt32(1)) + Self.box(codec, entry))
            + (durationTable ?? Self.table("stts", durations.map { [$0.count, $0.duration] }))
            + Self.table("stsc", chunks.map { [$0.first, $0.frames, $0.description] })
            + (sizeTable ?? Self.box("stsz", version: 0, sizes.flatMap { VideoBytes.big($0) }))
            + Self.table("stco", (places ?? [UInt32(place)]).map { [$0] }) + inTable
    }
}
