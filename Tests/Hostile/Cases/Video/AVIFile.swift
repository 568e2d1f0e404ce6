/// Writes an AVI file of JPEG pictures, in which everything can be wrong.
struct AVIFile: Sendable {
    var frames: [[UInt8]]
    /// The size that the header states.
    var (width, height): (Int32, Int32) = (64, 48)
    /// Frames a second, as a ratio.
    var (rate, scale): (UInt32, UInt32) = (25, 1)
    var codec = "MJPG"
    /// The number of equal streams.
    var streams = 1
    /// The number of frames that the header states.
    var stated: UInt32

    /// Creates a valid file.
    init(_ frames: [[UInt8]]) { (self.frames, stated) = (frames, UInt32(frames.count)) }

    /// Returns a chunk.
    static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        VideoBytes.text(name) + VideoBytes.little(UInt32(body.count)) + body + (body.count % 2 == 1 ? [0] : [])
    }

    /// The bytes of the file.
    var bytes: [UInt8] {
        let main: [UInt32] = [
            40_000, 0, 0, 0x10, stated, 0, UInt32(streams), 0, UInt32(bitPattern: width), UInt32(bitPattern: height), 0,
            0, 0, 0,
        ]
        let header = Self.chunk("avih", main.flatMap { VideoBytes.little($0) })
        let stream: [UInt32] = [0, 0, 0, scale, rate, 0, stated, 0, .max, 0, 0, 0]
        let format: [UInt32] = [40, UInt32(bitPattern: width), UInt32(bitPattern: height), 0x0018_0001]
        let strf =
            format.flatMap { VideoBytes.little($0) } + VideoBytes.text(codec) + [UInt8](repeating: 0, count: 20)
        let list =
            VideoBytes.text("strl")
            + Self.chunk("strh", VideoBytes.text("vids" + codec) + stream.flatMap { VideoBytes.little($0) })
            + Self.chunk("strf", strf)
        let all = (0..<streams).flatMap { _ in Self.chunk("LIST", list) }
        var (movie, index) = (VideoBytes.text("movi"), [UInt8]())
        for frame in frames {
            index += VideoBytes.text("00dc") + VideoBytes.little(UInt32(0x10))
            index += VideoBytes.little(UInt32(movie.count)) + VideoBytes.little(UInt32(frame.count))
            movie += Self.chunk("00dc", frame)
        }
        return Self.chunk(
            "RIFF",
            VideoBytes.text("AVI ") + Self.chunk("LIST", VideoBytes.text("hdrl") + header + all)
                + Self.chunk("LIST", movie) + Self.chunk("idx1", index))
    }
}
