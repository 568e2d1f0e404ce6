extension HostileCase {
    /// Videos with impossible times, durations and rates.
    static let videoTimes: [HostileCase] = [
        video("MP4: a second has 0 units of time", "evil.mp4", either: []) { try mp4 { $0.timeScale = 0 } },
        video("MP4: a second has 2³² − 1 units of time", "evil.mp4", either: []) { try mp4 { $0.timeScale = .max } },
        video("MP4: it lasts 2⁶³ units of time", "evil.mp4", frames: 12) { try mp4 { $0.duration = 1 << 63 } },
        video(
            "MP4: all frames have the same time", "evil.mp4", refusal: [", 0.0 s: ", "isn't shown later"],
            info: .acceptance([])
        ) { try mp4 { $0.durations = [(12, 0)] } },
        video("MP4: each frame lasts 2³² − 1 units", "evil.mp4", frames: 12) {
            try mp4 { $0.durations = [(12, .max)] }
        },
        video("MP4: times go back", "evil.mp4", frames: 12) {
            try mp4 { $0.durations = [(6, 0x8000_0000), (6, 0xFFFF_FFF0)] }
        },
        video(
            "MP4: frames are shown 2³¹ units later and earlier", "evil.mp4", refusal: ["isn't shown later"],
            info: .acceptance([])
        ) {
            try mp4 { $0.inTable = MP4File.table("ctts", [[6, 0x7FFF_FFFF], [6, 0x8000_0000]]) }
        },
        video("MP4: an edit list begins at a negative time", "evil.mp4", either: []) {
            try mp4 { $0.inTrack = edits([[12, UInt32(bitPattern: -5), 0x10000]]) }
        },
        video("MP4: an edit list shows the same frames 300 times", "evil.mp4", frames: 1200) {
            try mp4 { $0.inTrack = edits([[UInt32]](repeating: [4, 0, 0x10000], count: 300)) }
        },
        video("MP4: an edit list lasts 2⁶³ at a speed of 0", "evil.mp4", either: []) {
            try mp4 { file in
                let entry = VideoBytes.big(Int64.max) + VideoBytes.big(Int64.max) + [0, 0, 0, 0]
                file.inTrack = MP4File.box("edts", MP4File.box("elst", version: 1, [0, 0, 0, 1] + entry))
            }
        },
        video(
            "Matroska: times go back", "evil.mkv", refusal: [", 0.44 s: ", "isn't shown later"], info: .acceptance([])
        ) {
            try matroska { file in for index in 0..<12 { file.blocks[index].time = Int16(480 - index * 40) } }
        },
        video(
            "Matroska: all frames have the same time", "evil.mkv", refusal: [", 0.007 s: ", "isn't shown later"],
            info: .acceptance([])
        ) {
            try matroska { file in for index in 0..<12 { file.blocks[index].time = 7 } }
        },
        video(
            "Matroska: frames of equal times are left out", expected: .acceptance(["out.mkv: 10 frames"]),
            runs: [.filtering("evil.mkv", "--skip-damage")], results: ["out.mkv"]
        ) { ["evil.mkv": try matroska { ($0.blocks[5].time, $0.blocks[6].time) = (160, 160) }] },
        video("Matroska: the unit of time is 0", "evil.mkv", frames: 12) { try matroska { $0.timeUnit = 0 } },
        video("Matroska: the unit of time is 2⁶³ nanoseconds", "evil.mkv", refusal: []) {
            try matroska { $0.timeUnit = 1 << 63 }
        },
        video("Matroska: frames begin after 2⁶³ units", "evil.mkv", either: []) {
            try matroska { $0.clusterTime = 1 << 63 - 1 }
        },
        video("Matroska: 1000 million frames a second", "evil.mkv", frames: 12) {
            try matroska { $0.frameDuration = 1 }
        },
        video(
            "MP4: a frame is shown for five years, and times are made even",
            expected: .refusal(["evil.mp4, 0.4 s: ", "repeated more than 500000 times"]),
            runs: [.filtering("evil.mp4", "--fps", "25"), .filtering("evil.mp4", to: "out.y4m", "--fps", "1000")]
        ) { ["evil.mp4": try mp4 { $0.durations = [(10, 1), (1, 4_000_000_000), (1, 1)] }] },
        video("AVI: 0 frames a second", "evil.avi", frames: 12) {
            var file = AVIFile(try VideoPictures.frames())
            (file.rate, file.scale) = (0, 0)
            return file.bytes
        },
        video("AVI: 2³² − 1 frames a second, and as many frames", "evil.avi", frames: 12) {
            var file = AVIFile(try VideoPictures.frames())
            (file.rate, file.scale, file.stated) = (.max, 1, .max)
            return file.bytes
        },
        video("IVF: times of 2⁶⁴ − 1 and 0, at 1 : 0 frames a second", "evil.ivf", refusal: []) {
            PlainVideoFiles.ivf(
                try VideoPictures.frames(), rate: 1, scale: 0, times: (0..<12).map { $0 % 2 == 0 ? .max : 0 })
        },
    ]

    private static func edits(_ entries: [[UInt32]]) -> [UInt8] { MP4File.box("edts", MP4File.table("elst", entries)) }

    static func mp4(_ change: (inout MP4File) throws -> Void) throws -> [UInt8] {
        var file = MP4File(try VideoPictures.frames())
        try change(&file)
        return file.bytes
    }

    static func matroska(_ change: (inout MatroskaFile) throws -> Void) throws -> [UInt8] {
        var file = MatroskaFile(try VideoPictures.frames())
        try change(&file)
        return file.bytes
    }
}
