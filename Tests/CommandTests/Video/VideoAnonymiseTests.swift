import CoreImage
import Foundation
import TestSupport
import Testing

@testable import Anonymising
@testable import FaceTracking
@testable import Gallery
@testable import VideoEditing

/// Tests of `coreimage anonymise` on videos of drawn faces that move.
@Suite(
    "Command: anonymise videos", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"),
    .enabled(if: FaceEngine.isThere, FaceEngine.missing))
struct VideoAnonymiseTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    /// How far the people have moved in a frame, in pixels.
    private func offset(_ frame: Int) -> CGFloat { CGFloat(frame) * 2 - 12 }

    /// Writes a clip of 12 frames in which people move to the right. In frames 5 and 6 they are away.
    private func makeClip() throws -> String {
        let people = DrawnPeople.image(in: GalleryScene.frame)
        let landscape = Landscape.day.image(in: GalleryScene.frame)
        for frame in 0..<12 {
            let moved = people.transformed(by: CGAffineTransform(translationX: offset(frame), y: 0))
                .clampedToExtent().cropped(to: people.extent)
            let picture = [5, 6].contains(frame) ? landscape : moved
            try CIContext().writeRepresentation(
                of: picture, to: URL(fileURLWithPath: command.path("frame-\(10 + frame).png")), format: .RGBX8)
        }
        try VideoTool.encode(
            "-framerate 10 -start_number 10 -i \(command.path("frame-%d.png")) -f lavfi -i sine=duration=1.2 -metadata title=Names -c:v libx264 -qp 8 -pix_fmt yuv420p -c:a flac",
            to: command.path("in.mkv"))
        return command.path("in.mkv")
    }

    @Test("faces are hidden in every frame, also where they are missed, and the rest stays")
    func hidden() throws {
        let file = try makeClip()
        let outcome = try command.run([
            "anonymise", "in.mkv", "-o", "out.mkv", "--style", "fill", "--angles", "1", "--least", "0.15", "--every",
            "1",
            "--codec", "ffv1", "--json",
        ])
        #expect(outcome.code == 0, "\(outcome.errors)")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect(object["searchedFrames"] as? Int == 12)
        let faces = try #require(object["faces"] as? [[String: Any]])
        #expect(faces.count == DrawnPeople.faces.count)
        let (width, height) = (Int(GalleryScene.frame.width), Int(GalleryScene.frame.height))
        let (before, after) = (
            try VideoTool.samples(of: file, "rgb24"), try VideoTool.samples(of: command.path("out.mkv"), "rgb24")
        )
        try #require(after.count == 12 * width * height * 3 && before.count == after.count)
        for frame in 0..<12 {
            for face in DrawnPeople.faces {
                // Black in the middle and at the edges of the face, in frames without it, too.
                let box = face.offsetBy(dx: offset(frame), dy: 0)
                for place in [(0.5, 0.5), (0.1, 0.5), (0.9, 0.5), (0.5, 0.1), (0.5, 0.9)] {
                    let x = Int(box.minX + box.width * place.0)
                    let y = height - 1 - Int(box.minY + box.height * place.1)
                    guard (0..<width).contains(x), (0..<height).contains(y) else { continue }
                    let pixel = (frame * width * height + y * width + x) * 3
                    #expect(
                        after[pixel] < 16 && after[pixel + 1] < 16 && after[pixel + 2] < 16, "\(frame) \(face) \(place)"
                    )
                }
            }
            // A corner far from the faces.
            let corner = (frame * width * height + 2 * width + 2) * 3
            for part in 0..<3 { #expect(abs(Int(after[corner + part]) - Int(before[corner + part])) <= 2) }
        }
        // Sound stays, and notes don't.
        let hashes = try [file, command.path("out.mkv")].map {
            try VideoTool.probe($0, "packet", "a:0", "data_hash", ["-show_data_hash", "sha256"])
        }
        #expect(!hashes[0].isEmpty && hashes[0] == hashes[1])
        #expect(try VideoTool.probe(command.path("out.mkv"), "format_tags", nil, "title") == [])
    }

    @Test("JSON has the time of both passes, and names the streams that are left out")
    func json() throws {
        try "1\n00:00:00,100 --> 00:00:00,900\nHello\n"
            .write(toFile: command.path("words.srt"), atomically: true, encoding: .utf8)
        try VideoTool.encode(
            "-f lavfi -i color=red:size=64x48:rate=10:duration=1 -i \(command.path("words.srt")) -c:v ffv1 -c:s srt",
            to: command.path("in.mkv"))
        let start = ContinuousClock.now
        let outcome = try command.run([
            "anonymise", "in.mkv", "-o", "out.mkv", "--codec", "ffv1", "--fast", "--angles", "1", "--least", "0.3",
            "--json",
        ])
        let elapsed: Double = (ContinuousClock.now - start) / Duration.seconds(1)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect(object["omittedStreams"] as? [Int] == [1])
        let warning = "in.mkv: stream 1 (subtitle, subrip) is left out; it could show or name people"
        #expect(object["warnings"] as? [String] == [warning] && outcome.errors.contains("coreimage: \(warning)\n"))
        let seconds = try #require(object["seconds"] as? Double)
        #expect(seconds > 0 && seconds <= elapsed)
    }

    @Test("videos in a folder of pictures are named, with the command for each")
    func folder() throws {
        let folder = command.path("in")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in ["a.mkv", "b.mkv"] {
            try VideoTool.encode(
                "-f lavfi -i color=red:size=64x48:rate=10:duration=0.2 -c:v ffv1", to: folder + "/\(name)")
        }
        let options = ["--fast", "--angles", "1", "--least", "0.3"]
        let only = try command.run(["anonymise", "in", "-o", "out"] + options)
        #expect(only.code == 1)
        #expect(
            only.errors.contains("there are no pictures in in, but 2 videos, which must be named one by one, as in: "),
            "\(only.errors)")
        #expect(only.errors.contains("in/a.mkv") && only.errors.hasSuffix(" -o out/\n"), "\(only.errors)")
        try VideoTool.encode("-f lavfi -i color=red:size=64x48 -frames:v 1 -update 1", to: folder + "/c.png")
        let both = try command.run(["anonymise", "in", "-o", "out"] + options)
        #expect(both.code == 0, "\(both.errors)")
        let lines = both.errors.split(separator: "\n")
        #expect(lines.count == 2, "\(both.errors)")
        for (line, name) in zip(lines, ["a.mkv", "b.mkv"]) {
            #expect(line.contains("in/\(name): this is a video, and is left out; hide its faces with: coreimage "))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: command.path("out")) == ["c.png"])
    }

    @Test("sights become paths that last between sights, and for a while around them")
    func paths() {
        let box = { (x: Double) in CGRect(x: x, y: 0, width: 50, height: 50) }
        var found: [(seconds: Double, faces: [CGRect])] = (0..<40).map { (Double($0) / 10, [box(Double($0) * 4)]) }
        // Missed for eight tenths of a second, and gone for two seconds.
        for index in 5..<12 { found[index].faces = [] }
        for index in 18..<38 { found[index].faces = [] }
        let paths = HiddenFaces.paths(found, hold: 0.5)
        #expect(paths.map(\.id) == [1, 2])
        #expect(paths.map { $0.sights.count } == [11, 2])
        for index in 0..<40 {
            let isHidden = paths.contains { $0.bounds(at: Double(index) / 10) != nil }
            // Frame 17 is the last before the long absence, and 38 the first after it.
            #expect(isHidden == (index <= 22 || index >= 33), "\(index)")
        }
    }

    @Test("mistakes")
    func mistakes() throws {
        try VideoTool.encode(
            "-f lavfi -i color=red:size=64x48:rate=10:duration=0.4 -c:v ffv1", to: command.path("a.mkv"))
        for (arguments, code, text) in [
            (["a.mkv", CommandProcess.scene, "-o", "out"], 1, "pictures and videos have different options"),
            ([CommandProcess.scene, "-o", "out.mkv"], 64, "this names a video, and no input is one"),
            (["a.mkv", "-o", "a.mkv"], 1, "would replace the video a.mkv"),
            (["a.mkv", "-o", "out.mkv", "--every", "0"], 64, "--every 0: write 1 or more"),
            (["a.mkv", "-o", "out.mkv", "--hold", "-1"], 64, "--hold"),
            (["a.mkv", "-o", "out.mkv", "--keep-metadata"], 64, "notes of videos are always left out"),
        ] as [([String], Int32, String)] {
            let outcome = try command.run(["anonymise"] + arguments)
            #expect(outcome.code == code, "\(arguments): \(outcome.errors)")
            #expect(outcome.errors.contains(text), "\(outcome.errors)")
        }
        let plain = try command.run([
            "anonymise", "a.mkv", "-o", "out.mkv", "--fast", "--angles", "1", "--least", "0.3",
        ])
        #expect(
            plain.code == 0 && plain.output.contains("0 faces hidden, found in 4 searched frames"), "\(plain.errors)")
    }
}
