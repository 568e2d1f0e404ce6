extension HostileCase {
    /// Videos whose boxes and elements contradict each other.
    static let videoStructures: [HostileCase] = [
        video("MP4: a box of length 1 that states no length", "evil.mp4", refusal: []) {
            try mp4 { $0.beforeFrames = [0, 0, 0, 1] + VideoBytes.text("free") }
        },
        video("MP4: a box of 2⁶³ bytes", "evil.mp4", refusal: []) {
            try mp4 { $0.beforeFrames = [0, 0, 0, 1] + VideoBytes.text("free") + VideoBytes.big(UInt64(1) << 63) }
        },
        video("MP4: a box of length 0 before the description", "evil.mp4", refusal: []) {
            try mp4 { $0.beforeFrames = [0, 0, 0, 0] + VideoBytes.text("free") }
        },
        video("MP4: a box of 4 bytes", "evil.mp4", refusal: []) {
            try mp4 { $0.beforeFrames = [0, 0, 0, 4] + VideoBytes.text("free") }
        },
        video("MP4: 2000 boxes inside of each other", "evil.mp4", refusal: []) {
            try mp4 { file in
                for _ in 0..<2000 { file.inMovie = MP4File.box("moov", file.inMovie) }
            }
        },
        video("MP4: a million empty boxes", "evil.mp4", frames: 12) {
            try mp4 { file in
                let box = MP4File.box("free", [])
                file.beforeFrames = (0..<1_000_000).flatMap { _ in box }
            }
        },
        video("MP4: 2000 tracks", "evil.mp4", refusal: ["streams"]) { try mp4 { $0.tracks = 2000 } },
        video("MP4: a compressed description of 2³² − 1 bytes", "evil.mp4", refusal: []) {
            let start = MP4File.box("ftyp", VideoBytes.text("isom") + [0, 0, 2, 0])
            let data = MP4File.box("cmvd", VideoBytes.big(UInt32.max) + PictureBombFiles.zeros(100 << 20))
            return start + MP4File.box("moov", MP4File.box("cmov", MP4File.box("dcom", VideoBytes.text("zlib")) + data))
        },
        video("Matroska: unknown sizes", "evil.mkv", frames: 12) { try matroska { $0.hasUnknownSizes = true } },
        video(
            "Matroska: a gap of 2⁵⁶ − 2 bytes before the frames", "evil.mkv", refusal: [", 0.48 s: ", "damaged"],
            info: .acceptance([])
        ) {
            try matroska { $0.beforeFrames = [0xEC, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE] }
        },
        video("Matroska: a million gaps", "evil.mkv", frames: 12) {
            try matroska { file in file.beforeFrames = (0..<1_000_000).flatMap { _ in [0xEC, 0x80] as [UInt8] } }
        },
        video("Matroska: 5000 notes inside of each other", "evil.mkv", either: []) {
            try matroska { file in
                var note = MatroskaFile.element(0x67C8, MatroskaFile.element(0x45A3, "X"))
                for _ in 0..<5000 { note = MatroskaFile.element(0x67C8, MatroskaFile.element(0x45A3, "X") + note) }
                file.beforeFrames = MatroskaFile.element(0x1254_C367, MatroskaFile.element(0x7373, note))
            }
        },
        video("Matroska: 100000 chapters", "evil.mkv", refusal: ["100000 chapters", "limit of 4096"]) {
            try matroska { file in
                file.beforeFrames = MatroskaFile.chapters(
                    (0..<100_000).flatMap { MatroskaFile.chapter($0, title: "chapter") })
            }
        },
        video("Matroska: 3000 chapters inside of each other", "evil.mkv", frames: 12) {
            try matroska { file in
                file.beforeFrames = MatroskaFile.chapters(
                    (0..<3000).reduce([]) { MatroskaFile.chapter(UInt64($1), title: "inside", $0) })
            }
        },
        video("Matroska: 500 tracks", "evil.mkv", refusal: ["64 streams"]) {
            try matroska { file in
                file.furtherTracks = (2..<500).flatMap {
                    MatroskaFile.track(number: $0, type: 17, codec: "S_TEXT/UTF8", [])
                }
            }
        },
        video("Matroska: 300 attached files of 100 KB", "evil.mkv", refusal: []) {
            try matroska { file in
                let content = MatroskaFile.element(0x465C, [UInt8](repeating: 7, count: 100_000))
                file.beforeFrames = MatroskaFile.element(
                    0x1941_A469,
                    (1...300).flatMap { number in
                        MatroskaFile.element(
                            0x61A7,
                            MatroskaFile.element(0x466E, "../../evil\(number).ttf")
                                + MatroskaFile.element(0x4660, "font/ttf")
                                + content + MatroskaFile.element(0x46AE, UInt64(number)))
                    })
            }
        },
        video("Matroska: frames that expand to 100 MB", "evil.mkv", refusal: [], info: .acceptanceOrRefusal([])) {
            try matroska { file in
                file.inTrack = compression([0x42, 0x54, 0x81, 0])
                for index in 0..<12 { file.blocks[index].data = PictureBombFiles.zeros(100 << 20) }
            }
        },
        video(
            "Matroska: frames whose common start takes a megabyte", "evil.mkv", refusal: [],
            info: .acceptanceOrRefusal([])
        ) {
            try matroska { file in
                let start = MatroskaFile.element(0x4255, [UInt8](repeating: 0xFF, count: 1 << 20))
                file.inTrack = compression(MatroskaFile.element(0x4254, 3) + start)
                file.blocks = (0..<3000).map { .init(time: Int16($0), data: [1]) }
            }
        },
        video(
            "transport stream: 1200 streams of 40 programs", "evil.ts", refusal: ["isn't known"], info: .acceptance([])
        ) {
            PlainVideoFiles.transportStream(programs: 40, streams: 30)
        },
        video("AVI: 90 streams", "evil.avi", refusal: ["64 streams"]) {
            var file = AVIFile(try VideoPictures.frames())
            file.streams = 90
            return file.bytes
        },
    ]

    private static func compression(_ content: [UInt8]) -> [UInt8] {
        MatroskaFile.element(
            0x6D80,
            MatroskaFile.element(
                0x6240,
                MatroskaFile.element(0x5031, 0) + MatroskaFile.element(0x5032, 1) + MatroskaFile.element(0x5033, 0)
                    + MatroskaFile.element(0x5034, content)))
    }
}
