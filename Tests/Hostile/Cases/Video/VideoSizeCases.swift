extension HostileCase {
    /// Videos with impossible sizes of frames.
    static let videoSizes: [HostileCase] = [
        video("MP4: the header states 65535 × 65535 pixels, the frames 64 × 48", "evil.mp4", frames: 12) {
            var file = MP4File(try VideoPictures.frames())
            (file.width, file.height) = (65_535, 65_535)
            return file.bytes
        },
        video("MP4: the header states 0 × 0 pixels", "evil.mp4", frames: 12) {
            var file = MP4File(try VideoPictures.frames())
            (file.width, file.height) = (0, 0)
            return file.bytes
        },
        video("MP4: frames of 65500 × 65500 pixels", "evil.mp4", refusal: [unknown], info: .acceptance([])) {
            var file = MP4File((0..<4).map { _ in VideoPictures.grayJPEG(width: 65_500, height: 65_500) })
            (file.width, file.height) = (65_500, 65_500)
            return file.bytes
        },
        video(
            "MP4: raw frames of 65535 × 65535 pixels and one byte", "evil.mp4", refusal: [unknown],
            info: .acceptance([])
        ) {
            var file = MP4File([[1], [2], [3]])
            (file.codec, file.width, file.height) = ("raw ", 65_535, 65_535)
            return file.bytes
        },
        video("Matroska: 1 × 2³¹ pixels", "evil.mkv", refusal: [unknown], info: .acceptance([])) {
            var file = MatroskaFile([[1], [2], [3]])
            (file.codec, file.width, file.height) = ("V_VP8", 1, 1 << 31)
            return file.bytes
        },
        video("Matroska: 2⁶³ × 2⁶³ pixels", "evil.mkv", refusal: [unknown], info: .acceptance([])) {
            var file = MatroskaFile([[1], [2], [3]])
            (file.codec, file.width, file.height) = ("V_FFV1", 1 << 63, 1 << 63)
            return file.bytes
        },
        video("AVI: −64 × −2147483648 pixels", "evil.avi", refusal: []) {
            var file = AVIFile([[1], [2], [3]])
            (file.codec, file.width, file.height) = ("DIB ", -64, .min)
            return file.bytes
        },
        video("IVF: 0 × 65535 pixels", "evil.ivf", frames: 12) {
            PlainVideoFiles.ivf(try VideoPictures.frames(), width: 0, height: 65_535)
        },
        video(
            "GIF: 65535 × 65535 pixels", expected: .refusal(["evil.gif", unknown]), runs: [.filtering("evil.gif")]
        ) {
            let size: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
            let picture: [UInt8] = [0x2C, 0, 0, 0, 0] + size + [0, 2, 2, 0x4C, 1, 0]
            return ["evil.gif": Array("GIF89a".utf8) + size + [0x80, 0, 0, 0, 0, 0, 1, 1, 1] + picture + [0x3B]]
        },
        video(
            "MP4: gray frames of 2000 × 2000 pixels in 16 KB each", "evil.mp4", timeLimit: .seconds(60),
            memoryLimit: 1 << 30, frames: 2
        ) {
            var file = MP4File((0..<2).map { _ in VideoPictures.grayJPEG(width: 2000, height: 2000) })
            (file.width, file.height) = (2000, 2000)
            return file.bytes
        },
    ]

    private static let unknown = "the size or the format of the frames isn't known"
}
