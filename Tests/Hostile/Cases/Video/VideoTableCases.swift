extension HostileCase {
    /// MP4 files whose tables of frames have impossible numbers.
    static let videoTables: [HostileCase] = [
        video("MP4: a table of 2³² − 1 durations in 8 bytes", "evil.mp4", refusal: ["asks for more memory"]) {
            try mp4 { $0.durationTable = MP4File.table("stts", [[12, 1]], count: .max) }
        },
        video("MP4: 2³² − 1 frames of one duration", "evil.mp4", frames: 12) { try mp4 { $0.durations = [(.max, 1)] } },
        video("MP4: a table of 2³² − 1 sizes in no bytes", "evil.mp4", refusal: []) {
            try mp4 {
                $0.sizeTable = MP4File.box("stsz", version: 0, VideoBytes.big(UInt32(0)) + VideoBytes.big(UInt32.max))
            }
        },
        video("MP4: 2³² − 1 frames of one byte each", "evil.mp4", refusal: [], info: .acceptance([])) {
            try mp4 { file in
                file.sizeTable = MP4File.box("stsz", version: 0, VideoBytes.big(UInt32(1)) + VideoBytes.big(UInt32.max))
                (file.chunks, file.durations) = ([(1, .max, 1)], [(.max, 1)])
            }
        },
        video("MP4: 40 million frames of one byte each", "evil.mp4", refusal: ["isn't known"], info: .acceptance([])) {
            try mp4 { file in
                let count: UInt32 = 40_000_000
                file.sizeTable = MP4File.box("stsz", version: 0, VideoBytes.big(UInt32(1)) + VideoBytes.big(count))
                (file.chunks, file.durations) = ([(1, count, 1)], [(count, 1)])
            }
        },
        video("MP4: chunks whose numbers go back", "evil.mp4", refusal: []) {
            try mp4 { $0.chunks = [(5, 4, 1), (2, 4, 1), (1, 4, 1), (0, 4, 7)] }
        },
        video("MP4: chunks of 0 frames", "evil.mp4", either: []) { try mp4 { $0.chunks = [(1, 0, 1)] } },
        video("MP4: chunks behind the end of the file", "evil.mp4", refusal: ["isn't known"], info: .acceptance([])) {
            try mp4 { $0.places = [0x7FFF_FFFF] }
        },
        video("MP4: frames in the description of the file", "evil.mp4", refusal: ["damaged"], info: .acceptance([])) {
            try mp4 { $0.places = [0] }
        },
        video("MP4: a fragment of 2³² − 1 frames in no bytes", "evil.mp4", refusal: []) {
            let run = MP4File.box("trun", version: 0, flags: 0, VideoBytes.big(UInt32.max))
            let header = MP4File.box(
                "tfhd", version: 0, flags: 0x18, VideoBytes.big(UInt32(1)) + [0, 0, 0, 1, 0, 0, 0, 1])
            let number = MP4File.box("mfhd", version: 0, VideoBytes.big(UInt32(1)))
            var file = MP4File(try VideoPictures.frames())
            let defaults: [UInt32] = [1, 1, 1, 1, 0]
            file.inMovie = MP4File.box("mvex", MP4File.box("trex", version: 0, defaults.flatMap { VideoBytes.big($0) }))
            return file.bytes + MP4File.box("moof", number + MP4File.box("traf", header + run))
                + MP4File.box("mdat", [UInt8](repeating: 7, count: 1000))
        },
        video("MP4: 100000 fragments without frames", "evil.mp4", frames: 12) {
            var file = MP4File(try VideoPictures.frames())
            let defaults: [UInt32] = [1, 1, 1, 1, 0]
            file.inMovie = MP4File.box("mvex", MP4File.box("trex", version: 0, defaults.flatMap { VideoBytes.big($0) }))
            let fragment = MP4File.box("moof", MP4File.box("mfhd", version: 0, VideoBytes.big(UInt32(1))))
            return file.bytes + (0..<100_000).flatMap { _ in fragment }
        },
    ]
}
