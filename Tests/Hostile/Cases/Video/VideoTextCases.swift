extension HostileCase {
    /// Texts in videos and names of videos that could manipulate a terminal, or that aren't texts.
    static let videoTexts: [HostileCase] = [
        described("a title with commands for the terminal") {
            try matroska {
                $0.title = VideoBytes.text("\u{1B}]0;owned\u{7}\u{1B}[2J\u{9B}31m\u{202E}evil\u{8}\r\n\u{85}")
            }
        },
        described("a title that isn't UTF-8") {
            try matroska { $0.title = [0xC0, 0xAF, 0xFF, 0xFE, 0xED, 0xA0, 0x80, 0xF8, 0x88, 0x80, 0x80, 0x80] }
        },
        described("notes of the file with names of commands for the terminal") {
            try matroska { file in
                let notes = (0..<50).flatMap { number in
                    MatroskaFile.element(
                        0x67C8,
                        MatroskaFile.element(0x45A3, "\u{1B}[\(number)m\nNOTE\u{202E}\(number)")
                            + MatroskaFile.element(0x4487, "\u{1B}c\u{0}\u{2028}\u{FEFF}"))
                }
                file.beforeFrames = MatroskaFile.element(
                    0x1254_C367, MatroskaFile.element(0x7373, MatroskaFile.element(0x63C0, []) + notes))
            }
        },
        described("titles of chapters and languages of streams with commands for the terminal") {
            try matroska { file in
                file.beforeFrames = MatroskaFile.chapters(
                    (0..<20).flatMap { MatroskaFile.chapter($0, title: "\u{1B}[31m\u{7}\u{202E}\r") })
                file.inTrack =
                    MatroskaFile.element(0x22B59C, "\u{1B}[7m") + MatroskaFile.element(0x536E, "name\u{1B}[7m\u{202E}")
            }
        },
        video(
            "the name of a codec with commands for the terminal", "evil.mp4", refusal: ["isn't known"],
            info: .acceptance([])
        ) { try mp4 { $0.codec = "\u{1B}[2J" } },
        video(
            "a name with commands for the terminal", expected: .refusal(["evil", ".mp4"]),
            runs: [
                .describing("\u{1B}[2Jevil\n\u{202E}.mp4", expected: .acceptance([])),
                .filtering("\u{1B}[2Jevil\n\u{202E}.mp4"),
            ]
        ) { ["\u{1B}[2Jevil\n\u{202E}.mp4": MP4File(try VideoPictures.frames()).bytes.dropLast(7000)] },
        video("notes of 3 MB", "evil.mkv", refusal: ["notes take", "limit"]) {
            try matroska { $0.title = [UInt8](repeating: 0x41, count: 3 << 20) }
        },
        video(
            "5000 notes", expected: .acceptance(["evil.mkv"]),
            runs: [.describing("evil.mkv"), .describing("evil.mkv", "--json")]
        ) {
            [
                "evil.mkv": try matroska { file in
                    let notes = (0..<5000).flatMap { number in
                        MatroskaFile.element(
                            0x67C8, MatroskaFile.element(0x45A3, "NOTE\(number)") + MatroskaFile.element(0x4487, "x"))
                    }
                    file.beforeFrames = MatroskaFile.element(
                        0x1254_C367, MatroskaFile.element(0x7373, MatroskaFile.element(0x63C0, []) + notes))
                }
            ]
        },
    ]

    /// A video that is described, for people and as JSON, and filtered.
    private static func described(_ name: String, _ bytes: @escaping @Sendable () throws -> [UInt8]) -> HostileCase {
        video(
            name, expected: .acceptance(["evil.mkv"]),
            runs: [
                .describing("evil.mkv"), .describing("evil.mkv", "--json"),
                .filtering("evil.mkv", to: "out.y4m", "--json", expected: .acceptanceOrRefusal(["evil.mkv"])),
            ], results: ["out.y4m"], files: { ["evil.mkv": try bytes()] })
    }
}
