import CoreImage
import FoundationXML
import TestSupport
import Testing

@testable import CommandOutput
@testable import Gallery

/// Tests of written galleries: pages, pictures, and reports about broken filters.
@Suite("The gallery as pages")
struct GalleryPagesTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    private func file(_ path: String) -> URL { command.folder.appendingPathComponent("gallery/" + path) }

    private func text(_ path: String) throws -> String { try String(contentsOf: file(path), encoding: .utf8) }

    @Test("The gallery has well-formed pages, pictures and JSON, and its commands reproduce the pictures")
    func gallery() throws {
        let outcome = try command.run(
            ["gallery", "-o", command.path("gallery"), "--check", "--json"]
                + ["SepiaTone", "BlendWithMask", "CheckerboardGenerator", "GaussianBlur"].flatMap { ["--filter", $0] }
                + ["--settings", "SepiaTone intensity=0.5", CommandProcess.scene])
        #expect(outcome.errors == "")
        #expect(outcome.code == 0)
        let list = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
        #expect(
            list.compactMap { $0["name"] as? String }
                == ["CIGaussianBlur", "CISepiaTone", "CICheckerboardGenerator", "CIBlendWithMask"], "by category")
        for path in ["index.html"] + list.compactMap({ $0["page"] as? String }) { try expectWellFormed(path) }
        let index = try text("index.html")
        for entry in list {
            let page = try #require(entry["page"] as? String)
            let picture = try #require(entry["file"] as? String)
            #expect(index.contains("href=\"\(page)\"") && index.contains("src=\"\(picture)\""))
            #expect(try text(page).contains("src=\"../\(picture)\""))
            #expect(entry["milliseconds"] is Double && entry["error"] is NSNull)
        }
        #expect(try text("filters/CISepiaTone.html").contains("-- CISepiaTone intensity=0.5</code>"))
        #expect(list[0]["extent"] as? [Double] == [-30, -30, 380, 300])
        #expect(list[2]["extent"] as? String == "infinite")
        for entry in list { try expectCommandMakesPicture(entry) }
    }

    /// Runs the command as shown, in the gallery's folder, and compares the pictures.
    private func expectCommandMakesPicture(_ entry: [String: Any]) throws {
        let shown = try #require((entry["renderings"] as? [[String: Any]])?.last)
        let words = try #require(shown["command"] as? [String])
        let outcome = try CommandProcess.run(
            ProductsFolder.product("coreimage"), Array(words.dropFirst()), in: file("."),
            environment: ["HOME": command.folder.path])
        #expect(outcome.errors == "" && outcome.code == 0, "\(words)")
        let result = try CIImage(loading: file("result.png"))
        let picture = try CIImage(loading: file(try #require(shown["file"] as? String)))
        #expect(result.extent.size == picture.extent.size)
        let difference = try zip(Self.bytes(of: result), Self.bytes(of: picture)).map { abs(Int($0) - Int($1)) }
        // Opaque pictures are JPEG files in the gallery.
        #expect(difference.max() ?? 0 <= 24, "\(words)")
    }

    private static func bytes(of image: CIImage) throws -> [UInt8] {
        let (width, height) = (Int(image.extent.width), Int(image.extent.height))
        var bytes = [UInt8](repeating: 0, count: width * height * 4)
        try CIContext().renderBitmap(
            image, to: &bytes, rowBytes: width * 4, bounds: image.extent, format: .RGBA8,
            colorSpace: GalleryScene.colorSpace)
        return bytes
    }

    private func expectWellFormed(_ path: String) throws {
        let parser = XMLParser(data: try Data(contentsOf: file(path)))
        #expect(parser.parse(), "\(path): \(String(describing: parser.parserError))")
        let page = try text(path)
        #expect(!page.contains("http"), "\(path) needs something from elsewhere")
        #expect(page.components(separatedBy: "<img").dropFirst().allSatisfy { $0.contains("alt=\"") })
    }

    @Test("The index has every filter of the registry, whether it has a picture or not")
    func index() throws {
        let names = CIFilter.filterNames(inCategory: nil)
        let entries = names.map { name in
            GalleryEntry(
                name: name, displayName: name, summary: "<&>", categories: CIFilter.categories(forFilterName: name),
                origin: "built-in", inputs: [],
                renderings: [
                    .init(
                        title: "at its defaults", command: [], typedCode: nil, namedCode: "",
                        outcome: .failure(Refusal("it's \"broken\" & <bad>")))
                ])
        }
        let result = GalleryContents(entries: entries, recipes: [])
        try FileManager.default.createDirectory(at: file("filters"), withIntermediateDirectories: true)
        try GalleryPages(contents: result).write(to: file("."))
        try expectWellFormed("index.html")
        let index = try text("index.html")
        for entry in entries {
            #expect(index.contains("<b>\(entry.name)</b>"))
            try expectWellFormed(entry.page)
        }
        #expect(index.contains("it's &quot;broken&quot; &amp; &lt;bad&gt;"))
        #expect(GalleryReport(on: result).problems(checkingPictures: false).count == names.count)
    }

    /// A filter that returns no image and reports no error.
    private final class Broken: CIFilter {
        @CIInput var inputImage: CIImage?
    }

    /// A filter that returns its input image.
    private final class Lazy: CIFilter {
        @CIInput var inputImage: CIImage?
        override var outputImage: CIImage? { inputImage }
    }

    private struct Constructor: CIFilterConstructor {
        let make: @Sendable () -> CIFilter
        func filter(withName name: String) -> CIFilter? { make() }
    }

    @Test("A filter that fails is shown with its error; the check finds pictures that say nothing")
    func brokenFilters() throws {
        CIFilter.registerName("GalleryTestBroken", constructor: Constructor { Broken() })
        CIFilter.registerName("GalleryTestLazy", constructor: Constructor { Lazy() })
        let names = ["GalleryTestBroken", "GalleryTestLazy", "CIConstantColorGenerator", "CICrop"]
        let gallery = GalleryMaker(folder: file("."), unitFolders: [])
        let result = try gallery.make(filters: names, picture: nil, withRecipes: false) { _ in }
        let report = GalleryReport(on: result)
        #expect(
            report.problems(checkingPictures: false) == [
                "GalleryTestBroken: GalleryTestBroken made no image from its inputs; check their values"
            ])
        #expect(
            report.problems(checkingPictures: true).last
                == "GalleryTestLazy, at its defaults: the picture is the same as before")
        #expect(report.problems(checkingPictures: true).count == 2)
        #expect(try text("filters/GalleryTestBroken.html").contains("GalleryTestBroken made no image"))
        #expect(try text("index.html").contains("Without a picture"))
        try expectWellFormed("index.html")
    }

    /// The recipes for faces, rendered with people or the reason why there are none.
    private func faceRecipes(_ people: Result<GalleryPeople, any Error>) throws -> GalleryContents {
        try FileManager.default.createDirectory(at: file("pictures"), withIntermediateDirectories: true)
        let scene = try GalleryScene.image(from: nil)
        let painter = try GalleryPainter(scene: scene, folder: file("."), context: CIContext())
        let pictures = GalleryRecipe.Pictures(scene: scene, dusk: scene, people: people)
        let recipes = GalleryRecipe.all.filter { ["FaceVignette", "AnonymousFaces"].contains($0.listing) }
        return GalleryContents(entries: [], recipes: recipes.map { $0.rendered(of: pictures, with: painter) })
    }

    @Test("Recipes for faces say what is missing where there are no detectors")
    func missingDetectors() throws {
        let lacking = try faceRecipes(.failure(CIDetectionError.missingLibrary(tried: ["<here>"], reason: nil)))
        #expect(GalleryReport(on: lacking).problems(checkingPictures: true).isEmpty)
        try GalleryPages(contents: lacking).write(to: file("."))
        try expectWellFormed("recipes.html")
        try expectWellFormed("index.html")
        for page in ["recipes.html", "index.html"] { #expect(try text(page).contains("libopencv-objdetect-dev")) }
        let broken = try faceRecipes(.failure(CIDetectionError.engineFailed(type: "faces", reason: "tired")))
        #expect(GalleryReport(on: broken).problems(checkingPictures: false).count == 2)
    }

    @Test(
        "Recipes for faces have pictures where there are detectors",
        .enabled(if: FaceEngine.isThere, FaceEngine.missing))
    func facePictures() throws {
        let scene = try GalleryScene.image(from: nil)
        let whole = try faceRecipes(Result { try GalleryPeople(scene: scene, context: CIContext()) })
        #expect(whole.recipes.allSatisfy { $0.error == nil && $0.missingDependency == nil })
        #expect(whole.recipes.map(\.frames.count) == [2, 4])
        try GalleryPages(contents: whole).write(to: file("."))
        try expectWellFormed("recipes.html")
        #expect(try text("recipes.html").contains("drawn people, 2 faces found"))
    }

    @Test(
        "Recipes for faces use the input picture if it has faces",
        .enabled(if: FaceEngine.isThere, FaceEngine.missing))
    func people() throws {
        let scene = DrawnPeople.image(in: GalleryScene.frame).applyingFilter("CISepiaTone")
        let people = try GalleryPeople(scene: scene, context: CIContext())
        #expect(people.caption == "the picture, 2 faces found" && people.image === scene)
    }

    @Test("--check reports empty pictures and pictures of one colour")
    func remarks() throws {
        try FileManager.default.createDirectory(at: file("pictures"), withIntermediateDirectories: true)
        let frame = GalleryScene.frame
        let scene = try GalleryScene.image(from: nil)
        let painter = try GalleryPainter(scene: scene, folder: file("."), context: CIContext())
        func remark(_ image: CIImage) throws -> GalleryPicture.Remark? {
            try painter.paint(image, of: frame, file: "pictures/test", since: .now).remark
        }
        #expect(try remark(CIImage(color: .clear).cropped(to: frame)) == .empty)
        #expect(try remark(CIImage(color: .red).cropped(to: frame)) == .oneColor)
        #expect(try remark(scene) == .unchanged)
        #expect(try remark(scene.applyingFilter("CISepiaTone")) == nil)
    }

    @Test("Any picture is brought to the gallery's size")
    func scenes() throws {
        let wide = CIImage(color: .red).cropped(to: CGRect(x: 7, y: -3, width: 1000, height: 100))
        #expect(try GalleryScene.image(from: wide).extent == GalleryScene.frame)
        let tiny = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 2, height: 2))
        #expect(try GalleryScene.image(from: tiny).extent == GalleryScene.frame)
        #expect(throws: Refusal.self) { try GalleryScene.image(from: CIImage(color: .red)) }
        #expect(throws: Refusal.self) { try GalleryScene.image(from: .empty()) }
    }

    @Test("Refusals: an unknown filter, a filter outside the category, no folder to write")
    func refusals() throws {
        let unknown = try command.run(["gallery", "-o", command.path("gallery"), "--filter", "SepiaTome"])
        #expect(unknown.code == 1 && unknown.errors.contains("did you mean CISepiaTone?"))
        let outside = try command.run(
            ["gallery", "-o", command.path("gallery"), "--filter", "SepiaTone", "--category", "blur"])
        #expect(outside.code == 1 && outside.errors.contains("CISepiaTone is not in the category"))
        let setting = try command.run(
            ["gallery", "-o", command.path("gallery"), "--filter", "SepiaTone", "--settings", "SepiaTone intensty=1"])
        #expect(setting.code == 1 && setting.errors.contains("did you mean inputIntensity?"))
        #expect(try command.run(["gallery"]).code == 64)
    }
}
