/// Writes a Matroska file of JPEG pictures, in which everything can be wrong.
struct MatroskaFile: Sendable {
    /// A block of a track's data.
    struct Block: Sendable {
        var track: UInt8 = 1
        var time: Int16
        var isKey = true
        var data: [UInt8]
    }

    /// The blocks, in the order of the file.
    var blocks: [Block]
    /// The kind and the codec of the track.
    var (type, codec): (UInt64, String) = (1, "V_MJPEG")
    /// The size that the header states.
    var (width, height): (UInt64, UInt64) = (64, 48)
    /// The unit of time, in nanoseconds.
    var timeUnit: UInt64 = 1_000_000
    /// The time at which the blocks begin.
    var clusterTime: UInt64 = 0
    /// The distance of frames that the header states, in nanoseconds.
    var frameDuration: UInt64?
    var title: [UInt8] = []
    /// Additional elements of the track and of the file, before the frames and behind them.
    var (inTrack, beforeFrames, afterFrames): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    /// Additional tracks.
    var furtherTracks: [UInt8] = []
    /// Whether the sizes of the file's content and of the frames aren't stated.
    var hasUnknownSizes = false

    /// Creates a valid file of 25 frames a second.
    init(_ frames: [[UInt8]]) {
        blocks = frames.enumerated().map { Block(time: Int16($0.offset * 40), data: $0.element) }
    }

    /// The number that stands for an unknown size.
    static let unknownSize: [UInt8] = [0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]

    /// Returns an element. Without a stated size it has that of its body.
    static func element(_ identifier: UInt32, _ body: [UInt8], size: [UInt8]? = nil) -> [UInt8] {
        let name = VideoBytes.big(identifier).drop { $0 == 0 }
        // Few bytes for short bodies, as there may be a million of them.
        let own = body.count < 127 ? [UInt8(0x80 | body.count)] : [1] + VideoBytes.big(UInt64(body.count)).dropFirst()
        return name + (size ?? own) + body
    }

    static func element(_ identifier: UInt32, _ number: UInt64) -> [UInt8] {
        element(identifier, VideoBytes.big(number))
    }

    static func element(_ identifier: UInt32, _ text: String) -> [UInt8] { element(identifier, VideoBytes.text(text)) }

    /// Returns the description of a track.
    static func track(number: UInt64, type: UInt64, codec: String, _ content: [UInt8]) -> [UInt8] {
        element(
            0xAE,
            element(0xD7, number) + element(0x73C5, number) + element(0x83, type) + element(0x86, codec) + content)
    }

    /// Returns a chapter.
    static func chapter(_ number: UInt64, title: String, _ inside: [UInt8] = []) -> [UInt8] {
        let display = element(0x80, element(0x85, title) + element(0x437C, "eng"))
        return element(
            0xB6,
            element(0x73C4, number + 1) + element(0x91, number * 1000) + element(0x92, number * 1000 + 999) + display
                + inside)
    }

    /// Returns the list of chapters.
    static func chapters(_ all: [UInt8]) -> [UInt8] { element(0x1043_A770, element(0x45B9, all)) }

    /// The bytes of the file.
    var bytes: [UInt8] {
        let start =
            Self.element(0x4286, 1) + Self.element(0x42F7, 1) + Self.element(0x42F2, 4) + Self.element(0x42F3, 8)
            + Self.element(0x4282, "matroska") + Self.element(0x4287, 4) + Self.element(0x4285, 2)
        let information =
            Self.element(0x2AD7B1, timeUnit) + (title.isEmpty ? [] : Self.element(0x7BA9, title))
            + Self.element(0x4D80, "test") + Self.element(0x5741, "test")
        let size = Self.element(0xB0, width) + Self.element(0xBA, height)
        let rate = frameDuration.map { Self.element(0x23E383, $0) } ?? []
        let track = Self.track(number: 1, type: type, codec: codec, rate + Self.element(0xE0, size) + inTrack)
        var frames = Self.element(0xE7, clusterTime)
        for block in blocks {
            let header = [0x80 | block.track] + VideoBytes.big(block.time) + [block.isKey ? 0x80 : 0]
            frames += Self.element(0xA3, header + block.data)
        }
        let unknown = hasUnknownSizes ? Self.unknownSize : nil
        return Self.element(0x1A45_DFA3, start)
            + Self.element(
                0x1853_8067,
                Self.element(0x1549_A966, information) + Self.element(0x1654_AE6B, track + furtherTracks) + beforeFrames
                    + Self.element(0x1F43_B675, frames, size: unknown) + afterFrames, size: unknown)
    }
}
