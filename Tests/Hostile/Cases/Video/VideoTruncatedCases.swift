extension HostileCase {
    /// Videos that are cut off, at places where different things are lost.
    static let truncatedVideos: [HostileCase] = [
        video("an empty file called .mp4", "evil.mp4", refusal: []) { [] },
        video("MP4: cut off in its first box", "evil.mp4", refusal: ["no format of video files is recognised"]) {
            Array(MP4File(try VideoPictures.frames()).bytes.prefix(11))
        },
        video(
            "MP4: cut off in its description", "evil.mp4",
            refusal: ["incomplete", "ends in the description of its streams"]
        ) {
            Array(MP4File(try VideoPictures.frames()).bytes.prefix(300))
        },
        video(
            "MP4: cut off before the description at its end", "evil.mp4",
            refusal: ["table of frames is missing", "incomplete"]
        ) {
            var file = MP4File(try VideoPictures.frames())
            file.beginsWithDescription = false
            return Array(file.bytes.prefix(4000))
        },
        video("MP4: cut off in the sixth frame", "evil.mp4", refusal: [", 0.2 s: ", "damaged"], info: .acceptance([])) {
            let file = MP4File(try VideoPictures.frames())
            return file.bytes.dropLast(file.frames.dropFirst(6).joined().count + 40)
        },
        video("MP4: the last byte is missing", "evil.mp4", refusal: [", 0.44 s: ", "damaged"], info: .acceptance([])) {
            MP4File(try VideoPictures.frames()).bytes.dropLast(1)
        },
        video(
            "MP4: cut off, and what is finished is kept", expected: .refusal(["evil.mp4, 0.2 s: ", "damaged"]),
            runs: [
                .filtering("evil.mp4", "--keep-partial"),
                .filtering("out.mkv", to: "again.y4m", expected: .acceptance(["again.y4m: 5 frames"])),
            ], results: ["out.mkv", "again.y4m"]
        ) {
            let file = MP4File(try VideoPictures.frames())
            return ["evil.mp4": file.bytes.dropLast(file.frames.dropFirst(6).joined().count + 40)]
        },
        video(
            "MP4: cut off, as the second video of a transition", expected: .refusal(["evil.mp4", "damaged"]),
            runs: [
                HostileInvocation([
                    "transition", "good.mp4", "evil.mp4", "-o", "out.mkv", "--with", "Dissolve", "--duration", "0.2",
                    "--codec", "ffv1",
                ])
            ]
        ) {
            let file = MP4File(try VideoPictures.frames())
            return ["good.mp4": file.bytes, "evil.mp4": file.bytes.dropLast(2000)]
        },
        video(
            "MP4: cut off, and its faces are to be hidden", expected: .refusal(["evil.mp4", "damaged"]),
            runs: [HostileInvocation(["anonymise", "evil.mp4", "-o", "out.mkv", "--codec", "ffv1"])]
        ) { ["evil.mp4": MP4File(try VideoPictures.frames()).bytes.dropLast(2000)] },
        video(
            "MP4: cut off on standard input", expected: .refusal(["-, 0.44 s: ", "damaged"]),
            runs: [.filtering("-", standardInput: "evil.mp4")]
        ) { ["evil.mp4": MP4File(try VideoPictures.frames()).bytes.dropLast(1000)] },
        video("MP4 of fragments: cut off in the last fragment", "evil.mp4", refusal: ["damaged"], info: .acceptance([]))
        {
            Array(try VideoClips.bytes("h264-fragments.mp4").dropLast(150))
        },
        video("Matroska: cut off in its tracks", "evil.mkv", refusal: ["the file is incomplete"]) {
            Array(MatroskaFile(try VideoPictures.frames()).bytes.prefix(150))
        },
        video(
            "Matroska: cut off in the sixth frame", "evil.mkv", refusal: ["0.2 s: ", "damaged"], info: .acceptance([])
        ) {
            let file = MatroskaFile(try VideoPictures.frames())
            return file.bytes.dropLast(file.blocks.dropFirst(6).map(\.data).joined().count + 6 * 14 + 40)
        },
        video("AVI: cut off in its header", "evil.avi", refusal: []) {
            Array(AVIFile(try VideoPictures.frames()).bytes.prefix(120))
        },
        video("AVI: cut off in the index behind the frames", "evil.avi", frames: 12) {
            AVIFile(try VideoPictures.frames()).bytes.dropLast(40)
        },
        video("AVI: cut off in the sixth frame", "evil.avi", refusal: ["0.2 s: ", "damaged"], info: .acceptance([])) {
            let file = AVIFile(try VideoPictures.frames())
            let rest = file.frames.dropFirst(6).reduce(0) { $0 + 8 + ($1.count + 1) / 2 * 2 }
            return file.bytes.dropLast(8 + 16 * 12 + rest + 40)
        },
        video("IVF, which states no lengths: cut off in the header of a frame", "evil.ivf", frames: 11) {
            let file = PlainVideoFiles.ivf(try VideoPictures.frames())
            return file.dropLast(try VideoPictures.frames()[11].count + 5)
        },
    ]
}
