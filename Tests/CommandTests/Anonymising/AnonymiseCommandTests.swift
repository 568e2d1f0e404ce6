import CoreImage
import ImageFiles
import TestSupport
import Testing

@testable import Anonymising
@testable import Gallery

/// Tests of `coreimage anonymise`, run as a process on pictures of drawn faces.
@Suite("Command: anonymise", .enabled(if: FaceEngine.isThere, FaceEngine.missing))
struct AnonymiseCommandTests {
    private let command: CommandProcess
    private let people = DrawnPeople.image(in: GalleryScene.frame)
    private let landscape = Landscape.day.image(in: GalleryScene.frame)

    init() throws { command = try CommandProcess() }

    /// Looks only for upright faces that are not small: the drawn ones are found, in a fraction of the time.
    private func run(_ arguments: String...) throws -> CommandProcess.Outcome {
        try command.run(["anonymise", "--angles", "1", "--least", "0.15"] + arguments)
    }

    private func url(_ path: String) -> URL { command.folder.appendingPathComponent(path) }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: command.path(path)) }

    private func write(
        _ image: CIImage, as path: String, format: CIFormat = .RGBX8, colorSpace: CGColorSpace? = nil
    ) throws {
        try FileManager.default.createDirectory(
            at: url(path).deletingLastPathComponent(), withIntermediateDirectories: true)
        try CIContext().writeRepresentation(of: image, to: url(path), format: format, colorSpace: colorSpace)
    }

    private func object(_ outcome: CommandProcess.Outcome) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }

    private func faces(_ picture: [String: Any]) throws -> [[Double]] {
        try #require(picture["faces"] as? [[String: Any]]).map { try #require($0["bounds"] as? [Double]) }
    }

    /// Whether the centres of the bounds lie within 8 pixels of the drawn faces' centres (at a width of 320 pixels).
    private func areDrawn(_ bounds: [[Double]], width: Double = 320) -> Bool {
        bounds.count == 2
            && zip(bounds, DrawnPeople.faces).allSatisfy { bounds, face in
                let scale = width / 320
                return abs(bounds[0] + bounds[2] / 2 - face.midX * scale) < 8 * scale
                    && abs(bounds[1] + bounds[3] / 2 - face.midY * scale) < 8 * scale
            }
    }

    @Test("A broken file fails alone: the others are written, only the report is printed, exit code 2")
    func folder() throws {
        try write(people, as: "in/people.png")
        try write(landscape, as: "in/sub/lake.png")
        try Data("not a picture".utf8).write(to: url("in/broken.jpg"))
        let whole = try Data(contentsOf: url("in/people.png"))
        try whole.prefix(whole.count / 2).write(to: url("in/cut.png"))
        try Data("x".utf8).write(to: url("in/notes.txt"))
        let outcome = try run("in", "-o", "out", "--recursive", "--json")
        #expect(outcome.code == 2)
        let report = try object(outcome)
        let totals = try #require(report["totals"] as? [String: Int])
        #expect(totals == ["written": 2, "skipped": 0, "failed": 2, "faces": 2, "withFaces": 1])
        #expect((report["notice"] as? String)?.contains("look at every picture") == true)
        #expect((report["leftOut"] as? [String])?.map { ($0 as NSString).lastPathComponent } == ["notes.txt"])
        let pictures = try #require(report["pictures"] as? [[String: Any]])
        #expect(
            pictures.map { (($0["input"] as? String ?? "") as NSString).lastPathComponent }
                == ["broken.jpg", "cut.png", "people.png", "lake.png"])
        #expect(areDrawn(try faces(pictures[2])))
        #expect(pictures[2]["width"] as? Int == 320 && pictures[2]["height"] as? Int == 240)
        #expect(try faces(pictures[3]).isEmpty)
        for picture in pictures.prefix(2) {
            #expect(picture["output"] is NSNull && picture["error"] is String && picture["faces"] == nil)
        }
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.count == 3 && lines[0].contains("in/broken.jpg") && lines[1].contains("in/cut.png"))
        #expect(lines[2] == "coreimage: 2 of 4 pictures failed and were not written")
        #expect(
            try FileManager.default.subpathsOfDirectory(atPath: command.path("out")).sorted() == [
                "people.png", "sub", "sub/lake.png",
            ])
        #expect(
            try PixelGrid(CIImage(loading: url("out/sub/lake.png")))
                == PixelGrid(CIImage(loading: url("in/sub/lake.png"))))
    }

    @Test("The report in words; pictures without faces are copied, or skipped")
    func report() throws {
        try write(people, as: "people.png")
        try write(landscape, as: "lake.png")
        let all = try run("people.png", "lake.png", "-o", "all")
        #expect(all.code == 0 && all.errors == "")
        #expect(all.output.contains("people.png: 2 faces; "))
        #expect(all.output.contains("lake.png: no faces, copied; "))
        #expect(all.output.contains("2 pictures written: 2 faces hidden in 1, 1 without faces\n"))
        #expect(all.output.hasSuffix(AnonymisingReport.notice + "\n"))
        let some = try run("people.png", "lake.png", "-o", "some", "--skip-faceless")
        #expect(some.code == 0 && some.output.contains("lake.png: no faces, not written\n"))
        #expect(
            some.output.contains(
                "1 picture written: 2 faces hidden in 1, 0 without faces; 1 without faces not written\n"))
        #expect(exists("some/people.png") && !exists("some/lake.png"))
    }

    @Test("Faces are found in pictures with an orientation tag, and results are upright", arguments: [3, 6])
    func orientation(number: Int) throws {
        // The pixels as a camera stores them for each orientation.
        let back: [Int: CGImagePropertyOrientation] = [3: .down, 6: .left, 8: .right]
        let stored = people.oriented(try #require(back[number]))
        try write(stored.settingProperties([kCGImagePropertyOrientation: number]), as: "turned.tif")
        #expect(try CIImage(loading: url("turned.tif")).properties[kCGImagePropertyOrientation] as? Int == number)
        let outcome = try run("turned.tif", "-o", "out", "--json")
        #expect(outcome.code == 0)
        let picture = try #require((try object(outcome)["pictures"] as? [[String: Any]])?.first)
        #expect(areDrawn(try faces(picture)))
        let result = try CIImage(loading: url("out/turned.tif"))
        #expect(result.properties[kCGImagePropertyOrientation] as? Int == 1)
        // The expected picture: the upright drawing, anonymised by the library in this process.
        let bounds = try FaceSearch(.init(least: 0.15, angles: 1), context: CIContext())
            .faces(in: CIImage(loading: url("turned.tif"), options: [.applyOrientationProperty: true])).map(\.bounds)
        try write(people, as: "upright.tif")
        let upright = try CIImage(loading: url("upright.tif"))
        let hidden = try PixelGrid(try AnonymousFaces().image(of: upright, faces: bounds))
        let written = try PixelGrid(result)
        try #require(written.width == 320 && written.height == 240)
        // Every seventh column of every third row: wrong orientation or hiding changes far more pixels than one in 21.
        let places = stride(from: 0, to: 240, by: 3).flatMap { y in stride(from: 0, to: 320, by: 7).map { x in (x, y) }
        }
        let worst = places.map { x, y in
            let (found, expected) = (written[x, y], hidden[x, y])
            return (0..<4).reduce(0) { max($0, abs(Int(found[$1]) - Int(expected[$1]))) }
        }
        #expect(worst.filter { $0 > 1 }.count < worst.count / 100)
    }

    @Test("Thumbnails, names, places, notes and second pictures are removed; requested properties are kept")
    func metadata() throws {
        let plain = try CIContext().jpegData(
            of: people, colorSpace: try #require(CGColorSpace(name: CGColorSpace.sRGB)))
        let identifying = IdentifyingJPEG.data(around: plain, orientation: 1)
        try identifying.write(to: url("identifying.jpg"))
        let properties = try CIImage(loading: url("identifying.jpg")).properties
        #expect(properties[kCGImagePropertyGPSDictionary] != nil && properties[kCGImagePropertyExifDictionary] != nil)
        for secret in IdentifyingJPEG.secrets { #expect(identifying.range(of: Data(secret.utf8)) != nil) }
        for (folder, options) in [("bare", []), ("kept", ["--keep-metadata"])] {
            for format in ["jpg", "png", "tif", "webp"] {
                let outcome = try command.run(
                    ["anonymise", "identifying.jpg", "-o", folder, "--fast", "--angles", "1", "--format", format]
                        + options)
                #expect(outcome.code == 0 && outcome.errors == "")
                let file = url("\(folder)/identifying.\(format)")
                let data = try Data(contentsOf: file)
                for secret in IdentifyingJPEG.secrets {
                    #expect(data.range(of: Data(secret.utf8)) == nil, "\(secret) in \(file.path)")
                }
                let kept = try CIImage(loading: file).properties
                #expect(kept[kCGImagePropertyGPSDictionary] == nil)
                let exif = kept[kCGImagePropertyExifDictionary] as? [String: Any]
                let taken = exif?["DateTimeOriginal"] as? String
                let camera = (kept[kCGImagePropertyTIFFDictionary] as? [String: Any])?["Make"] as? String
                #expect(taken == (options.isEmpty ? nil : IdentifyingJPEG.taken))
                #expect(camera == (options.isEmpty ? nil : IdentifyingJPEG.camera))
            }
        }
    }

    @Test("Parallel jobs write the same bytes as one job")
    func parallel() throws {
        for index in 0..<6 {
            let part = people.cropped(to: CGRect(x: 0, y: 4 * CGFloat(index), width: 300, height: 210))
            try write(part, as: "in/\(index).\(index % 2 == 0 ? "jpg" : "png")")
        }
        var reports: [[[Double]]] = []
        for jobs in ["1", "4"] {
            let outcome = try run("in", "-o", jobs, "--jobs", jobs, "--json", "--style", "blur")
            #expect(outcome.code == 0)
            let pictures = try #require(try object(outcome)["pictures"] as? [[String: Any]])
            reports.append(try pictures.flatMap(faces))
        }
        #expect(reports[0] == reports[1] && reports[0].count >= 6)
        let names = try FileManager.default.contentsOfDirectory(atPath: command.path("1")).sorted()
        #expect(names.count == 6)
        for name in names { #expect(try Data(contentsOf: url("1/\(name)")) == Data(contentsOf: url("4/\(name)"))) }
    }

    @Test("Depth, colour model, alpha and pixels outside faces are kept")
    func depths() throws {
        let gray = try #require(CGColorSpace(name: CGColorSpace.genericGrayGamma2_2))
        try write(people, as: "in/deep.png", format: .RGBX16)
        try write(people.applyingFilter("CIPhotoEffectMono"), as: "in/gray.png", format: .L8, colorSpace: gray)
        try write(
            people.applyingFilter("CIColorMatrix", parameters: ["inputAVector": CIVector(x: 0, y: 0, z: 0, w: 0.5)]),
            as: "in/clear.png", format: .RGBA8)
        #expect(try run("in", "-o", "out", "--style", "fill").code == 0)
        for (name, depth, model) in [
            ("deep", 16, kCGImagePropertyColorModelRGB), ("gray", 8, kCGImagePropertyColorModelGray),
            ("clear", 8, kCGImagePropertyColorModelRGB),
        ] {
            let (before, after) = (
                try CIImage(loading: url("in/\(name).png")), try CIImage(loading: url("out/\(name).png"))
            )
            #expect(after.properties[kCGImagePropertyDepth] as? Int == depth)
            #expect(after.properties[kCGImagePropertyColorModel] as? String == model)
            #expect(after.isOpaque == before.isOpaque)
            // The sky, and the shirts below the circles.
            for strip in [CGRect(x: 0, y: 216, width: 320, height: 24), CGRect(x: 0, y: 0, width: 320, height: 25)] {
                #expect(try deep(before, in: strip) == deep(after, in: strip), "\(name)")
            }
        }
    }

    /// One kind of picture for each format, in turn. `AnonymiseFormatLongTests` has all kinds for every format.
    @Test(
        "Gray, coloured and transparent pictures become any format that can be written",
        arguments: zip(
            ImageFileFormat.writable, ImageFileFormat.writable.indices.map { AnonymisedKind.allCases[$0 % 3] }))
    func formats(format: ImageFileFormat, kind: AnonymisedKind) throws {
        try AnonymisedKind.expectPictures([kind], as: format)
    }

    /// Pixels of a region as sRGB, 16 bits for each component.
    private func deep(_ image: CIImage, in region: CGRect) throws -> [UInt16] {
        var values = [UInt16](repeating: 0, count: Int(region.width * region.height) * 4)
        try values.withUnsafeMutableBytes { buffer in
            try CIContext(options: [.workingFormat: CIFormat.RGBAf]).renderBitmap(
                image, to: try #require(buffer.baseAddress), rowBytes: Int(region.width) * 8, bounds: region,
                format: .RGBA16, colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
        }
        return values
    }

    @Test("Existing files are replaced only with --overwrite, and inputs never")
    func replacing() throws {
        try write(people, as: "people.png")
        try FileManager.default.createDirectory(at: url("out"), withIntermediateDirectories: true)
        try Data("precious".utf8).write(to: url("out/people.png"))
        let refused = try run("people.png", "-o", "out")
        #expect(
            refused.code == 1 && refused.errors.contains("out/people.png") && refused.errors.contains("--overwrite"))
        #expect(try Data(contentsOf: url("out/people.png")) == Data("precious".utf8))
        #expect(try run("people.png", "-o", "out", "--overwrite").code == 0)
        #expect(try CIImage(loading: url("out/people.png")).extent == people.extent)
        let before = try Data(contentsOf: url("people.png"))
        let input = try run("people.png", "-o", ".", "--overwrite")
        #expect(input.code == 1 && input.errors.contains("choose another folder"))
        #expect(try Data(contentsOf: url("people.png")) == before)
    }

    @Test("Refusals name what is wrong and the remedy")
    func refusals() throws {
        try write(people, as: "people.png")
        for arguments in [
            ["--margin", "2"], ["--least", "0.9"], ["--angles", "4"], ["--quality", "200"], ["--jobs", "0"],
            ["--memory", "1M"], ["--format", "svg"], ["--style", "mask"],
        ] {
            let wrong = try command.run(["anonymise", "people.png", "-o", "out"] + arguments)
            #expect(wrong.code == 64 && wrong.errors.contains(arguments[0]), "\(arguments)")
        }
        let missing = try run("people.png", "nowhere.png", "-o", "out")
        #expect(missing.code == 2 && missing.errors.contains("nowhere.png") && exists("out/people.png"))
        try Data("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"40\"/>".utf8).write(
            to: url("plan.svg"))
        let drawing = try run("plan.svg", "-o", "plans")
        #expect(drawing.code == 2 && drawing.errors.contains("--format") && !exists("plans"))
    }

    @Test("SIGINT finishes pictures in progress, leaves no partial files, and exits with 130")
    func interruption() throws {
        try write(people, as: "in/0.png")
        for index in 1..<40 { try FileManager.default.copyItem(at: url("in/0.png"), to: url("in/\(index).png")) }
        let process = LaunchedProgram()
        process.executableURL = ProductsFolder.product("coreimage")
        process.arguments = ["anonymise", "in", "-o", "out", "--jobs", "2", "--json"]
        process.currentDirectoryURL = command.folder
        let report = url("report.json")
        try Data().write(to: report)
        process.standardOutput = try FileHandle(forWritingTo: report)
        process.standardError = FileHandle.nullDevice
        try process.run()
        let limit = Date.now.addingTimeInterval(60)
        while (try? FileManager.default.contentsOfDirectory(atPath: command.path("out")))?.isEmpty ?? true,
            Date.now < limit
        {
            usleep(20_000)
        }
        process.interrupt()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 130)
        let totals = try #require(
            (try JSONSerialization.jsonObject(with: Data(contentsOf: report)) as? [String: Any])?["totals"]
                as? [String: Int])
        let names = try FileManager.default.contentsOfDirectory(atPath: command.path("out"))
        #expect(names.count == totals["written"] && (1..<40).contains(names.count))
        let whole = try names.map { try Data(contentsOf: url("out/\($0)")) }
        #expect(Set(whole).count == 1)
        #expect(try CIImage(decoding: whole[0]).extent == people.extent)
    }
}

/// Tests that also run on machines without detection engines.
@Suite("Command: anonymise without detectors")
struct AnonymiseWithoutDetectorsTests {
    @Test("Without detectors, the error names the reason and the package, and nothing is written")
    func missingEngines() throws {
        try expectError(variable: "COREIMAGE_DETECTION", package: "libopencv-objdetect-dev")
    }

    @Test(
        "Without cascades, the error names the reason and the package, and nothing is written",
        .enabled(if: FaceEngine.isThere, FaceEngine.missing))
    func missingCascades() throws { try expectError(variable: "COREIMAGE_CASCADES", package: "opencv-data") }

    private func expectError(variable: String, package: String) throws {
        let command = try CommandProcess()
        let outcome = try CommandProcess.run(
            ProductsFolder.product("coreimage"),
            ["anonymise", CommandProcess.scene, "-o", "out"], in: command.folder,
            environment: [variable: "/nowhere/engines"])
        #expect(outcome.code == 1 && outcome.output == "" && outcome.errors.contains("/nowhere/engines"))
        #expect(outcome.errors.contains(package))
        #expect(!FileManager.default.fileExists(atPath: command.path("out")))
    }
}
