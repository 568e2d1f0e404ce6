import Foundation
import Glibc

extension HostileCase {
    /// Things that are no files, and results that would replace their own source.
    static let videoPlaces: [HostileCase] = [
        video(
            "a pipe that nobody writes to", expected: .refusal(["evil.mp4", "a pipe, not a file"]),
            runs: [.filtering("evil.mp4")],
            preparing: { folder in
                guard mkfifo(folder.appendingPathComponent("evil.mp4").path, 0o600) == 0 else {
                    throw HostileSetupError("mkfifo", errno)
                }
            }),
        video(
            "a folder as a video", expected: .refusal(["evil.mp4", "this is a folder"]),
            runs: [.filtering("evil.mp4")],
            preparing: { folder in
                try FileManager.default.createDirectory(
                    at: folder.appendingPathComponent("evil.mp4"), withIntermediateDirectories: false)
            }),
        video(
            "devices as videos", expected: .refusal(["/dev/", "a device, not a file"]),
            runs: [.filtering("/dev/zero"), .filtering("/dev/urandom"), .filtering("/dev/null")], files: { [:] }),
        video(
            "/dev/zero as standard input", expected: .refusal(["-: standard input is neither a file nor a pipe"]),
            runs: [.filtering("-", standardInput: "/dev/zero")], files: { [:] }),
        video(
            "an empty file of 1 TB as a video", expected: .refusal(["evil.mp4"]),
            runs: [.describing("evil.mp4"), .filtering("evil.mp4")],
            preparing: { folder in
                let file = folder.appendingPathComponent("evil.mp4").path
                guard FileManager.default.createFile(atPath: file, contents: nil), truncate(file, 1 << 40) == 0 else {
                    throw HostileSetupError("truncate", errno)
                }
            }),
        video(
            "the result is the source, also by its links", expected: .refusal(["would replace the video"]),
            runs: ["good.mkv", "./good.mkv", "link.mkv"].map { .filtering("good.mkv", to: $0) }
                + [.filtering("good.mkv", to: "hard.mkv", expected: .acceptance(["12 frames"]))],
            preparing: { folder in
                let file = folder.appendingPathComponent("good.mkv")
                try Data(MatroskaFile(try VideoPictures.frames()).bytes).write(to: file)
                let manager = FileManager.default
                try manager.createSymbolicLink(
                    atPath: folder.appendingPathComponent("link.mkv").path, withDestinationPath: "good.mkv")
                try manager.linkItem(at: file, to: folder.appendingPathComponent("hard.mkv"))
            },
            inspect: { folder in
                let bytes = try Data(contentsOf: folder.appendingPathComponent("good.mkv"))
                return bytes == Data(MatroskaFile(try VideoPictures.frames()).bytes) ? nil : "the source was changed"
            }),
        video(
            "a result in a folder that isn't there", expected: .refusal(["out.mkv"]),
            runs: ["no/such/out.mkv", "good.mkv/out.mkv", "/proc/out.mkv", "/dev/null/out.mkv"].map {
                .filtering("good.mkv", to: $0)
            }, files: { ["good.mkv": MatroskaFile(try VideoPictures.frames()).bytes] }),
        video(
            "standard output that is full", expected: .refusal(["standard output", "No space left"]),
            runs: [
                HostileInvocation(
                    ["-c", "\"$PRODUCT\" video good.mkv -o - > /dev/full"], program: "../../../../../../../bin/sh",
                    environment: ["PRODUCT": "PRODUCTS/coreimage"])
            ],
            files: { ["good.mkv": MatroskaFile(try VideoPictures.frames(200)).bytes] }),
    ]
}
