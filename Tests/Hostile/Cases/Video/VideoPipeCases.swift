extension HostileCase {
    /// Streams of YUV4MPEG2, from files and from standard input.
    static let videoPipes: [HostileCase] = [
        stream("a header of a megabyte without an end", ["longer than 4096 bytes"]) {
            VideoBytes.text("YUV4MPEG2 ") + [UInt8](repeating: 0x57, count: 1 << 20)
        },
        stream("a header and nothing else", ["no frame"]) { PlainVideoFiles.stream(lines: []) },
        stream("no size", ["no size"]) { PlainVideoFiles.stream("F25:1", lines: ["FRAME"]) },
        stream("−64 × 48 pixels", ["no size"]) { PlainVideoFiles.stream("W-64 H48", lines: ["FRAME"]) },
        stream("0 × 0 pixels", ["no size"]) { PlainVideoFiles.stream("W0 H0", lines: ["FRAME"]) },
        stream("65535 × 65535 pixels", ["65535 × 65535", "limit"]) {
            PlainVideoFiles.stream("W65535 H65535", lines: ["FRAME"])
        },
        stream("2⁶³ × 2⁶³ pixels", ["limit"]) {
            PlainVideoFiles.stream("W9223372036854775807 H9223372036854775807", lines: ["FRAME"])
        },
        stream("2⁶⁴ × 1 pixels", ["no size"]) { PlainVideoFiles.stream("W18446744073709551616 H1", lines: ["FRAME"]) },
        stream("a chroma format with commands for the terminal", ["isn't one of"]) {
            PlainVideoFiles.stream("W64 H48 C\u{1B}[2J\u{202E}", lines: ["FRAME"])
        },
        stream("the third frame has a wrong mark", [", 0.08 s: ", "FRAME"]) {
            PlainVideoFiles.stream(lines: ["FRAME", "FRAME", "FRAMES", "FRAME"])
        },
        stream("the line of a frame has no end", ["longer than 4096 bytes"]) {
            PlainVideoFiles.stream(lines: ["FRAME", "FRAME X" + String(repeating: "x", count: 10_000)])
        },
        stream("cut off in the third frame", [", 0.08 s: ", "ends within a frame"]) {
            PlainVideoFiles.stream(lines: ["FRAME", "FRAME", "FRAME"]).dropLast(9)
        },
        stream("a rate of −25:1", ["frame rate"]) { PlainVideoFiles.stream("W64 H48 F-25:1", lines: ["FRAME"]) },
        stream("a rate of 1:0", ["frame rate"]) { PlainVideoFiles.stream("W64 H48 F1:0", lines: ["FRAME"]) },
        stream("a rate of 2147483647:1", ["frame rate"]) {
            PlainVideoFiles.stream("W64 H48 F2147483647:1", lines: ["FRAME"])
        },
        video(
            "YUV4MPEG2: an unknown rate", expected: .acceptance(["out.mkv: 2 frames"]),
            runs: [.filtering("evil.y4m")], results: ["out.mkv"]
        ) {
            ["evil.y4m": PlainVideoFiles.stream("W64 H48 F0:0 Cmono", lines: ["FRAME", "FRAME"])]
        },
        video(
            "YUV4MPEG2: cut off, and what is finished is kept", expected: .refusal(["evil.y4m, 0.08 s"]),
            runs: [
                .filtering("evil.y4m", "--keep-partial"),
                .filtering("out.mkv", to: "again.y4m", expected: .acceptance(["again.y4m: 2 frames"])),
            ], results: ["out.mkv", "again.y4m"]
        ) { ["evil.y4m": PlainVideoFiles.stream(lines: ["FRAME", "FRAME", "FRAME"]).dropLast(9)] },
    ]

    /// A stream that is refused, from a file and from standard input.
    private static func stream(
        _ name: String, _ words: [String], _ bytes: @escaping @Sendable () throws -> [UInt8]
    ) -> HostileCase {
        video(
            "YUV4MPEG2: \(name)", expected: .refusal(words),
            runs: [
                .filtering("evil.y4m", expected: .refusal(["evil.y4m"] + words)),
                .filtering("-", to: "out.y4m", standardInput: "evil.y4m", expected: .refusal(["-"] + words)),
            ], files: { ["evil.y4m": try bytes()] })
    }
}
