extension HostileCase {
    /// Videos whose streams change, are missing, or hold nothing that can be decoded.
    static let videoStreams: [HostileCase] = [
        video("the size changes with every frame", "evil.mkv", frames: 12) {
            MatroskaFile(try (0..<12).map { try VideoPictures.jpeg(width: 64 + $0 * 16, height: 48) }).bytes
        },
        video("frames change between colours and gray", "evil.mkv", frames: 12) {
            MatroskaFile(
                try (0..<12).map {
                    try $0 % 2 == 0
                        ? VideoPictures.jpeg(width: 64, height: 48) : VideoPictures.grayJPEG(width: 64, height: 48)
                }
            ).bytes
        },
        video(
            "a million packets of one byte", "evil.mkv", refusal: ["100000 packets in a row give no frame"],
            info: .acceptance([])
        ) {
            try matroska { file in
                file.codec = "V_VP8"
                file.blocks = (0..<1_000_000).map { .init(time: Int16($0 % 30_000), data: [1]) }
            }
        },
        video("50000 packets of sound of one byte", "evil.mkv", timeLimit: .seconds(60), frames: 12) {
            try matroska { file in
                let sound =
                    MatroskaFile.element(0xB5, VideoBytes.big(Float(8000).bitPattern)) + MatroskaFile.element(0x9F, 1)
                file.furtherTracks = MatroskaFile.track(
                    number: 2, type: 2, codec: "A_PCM/INT/LIT",
                    MatroskaFile.element(0xE1, sound + MatroskaFile.element(0x6264, 8)))
                file.blocks += (0..<50_000).map { .init(track: 2, time: Int16($0 / 10), data: [1]) }
            }
        },
        video("no key frame", "evil.h264", refusal: ["no key frame", "can be decoded"], info: .acceptance([])) {
            // The units of the clip without those of frames that need no others.
            let units = try VideoClips.bytes("plain.h264").split(separator: [0, 0, 1])
            return units.filter { $0.count > 1 && $0[$0.startIndex] & 31 != 5 }.flatMap { [0, 0, 0, 1] + $0 }
        },
        video("frames of another codec than stated", "evil.mkv", refusal: [], info: .acceptance([])) {
            try matroska { $0.codec = "V_VP8" }
        },
        video("a codec that doesn't exist", "evil.mp4", refusal: [], info: .acceptance([])) {
            try mp4 { $0.codec = "evil" }
        },
        video("no frames", "evil.mp4", refusal: [], info: .acceptance([])) { MP4File([]).bytes },
        video("12 frames without bytes", "evil.mkv", refusal: [], info: .acceptance([])) {
            MatroskaFile([[UInt8]](repeating: [], count: 12)).bytes
        },
        video("sound and no pictures", "evil.mkv", refusal: ["no moving pictures"], info: .acceptance([])) {
            try matroska { file in
                let sound =
                    MatroskaFile.element(0xB5, VideoBytes.big(Float(8000).bitPattern)) + MatroskaFile.element(0x9F, 1)
                (file.type, file.codec) = (2, "A_PCM/INT/LIT")
                file.inTrack = MatroskaFile.element(0xE1, sound + MatroskaFile.element(0x6264, 8))
            }
        },
        video("H.264 without parameters", "evil.h264", refusal: ["isn't known"], info: .refusal(["evil.h264"])) {
            (0..<200).flatMap { [0, 0, 0, 1, 0x65, UInt8($0), 0x80, 0x11, 0x22] as [UInt8] }
        },
        video("a stream of MPEG-2 headers without frames", "evil.m2v", refusal: []) {
            (0..<5000).flatMap { _ in [0, 0, 1, 0xB3, 0x04, 0x00, 0x30, 0x13, 0xFF, 0xFF, 0xE0, 0x18] as [UInt8] }
        },
    ]
}
