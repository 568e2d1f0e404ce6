import CoreImage
import Testing

@testable import coreimage

/// Tests of the gallery's settings, commands and code, without rendering all filters.
@Suite("The gallery's parts")
struct GalleryTests {
    private static let names = CIFilter.filterNames(inCategory: kCICategoryBuiltIn)

    /// A filter's Swift names as Apple's documentation gives them, from `filter-facts.json`.
    private struct Facts: Decodable {
        struct Factory: Decodable { let swift: String }
        struct Input: Decodable {
            let key: String
            let property: String?
        }
        let name: String
        let factory: Factory?
        let inputs: [Input]

        static let recorded: Result<[String: Facts], any Error> = Result {
            let file = CommandProcess.package.appendingPathComponent("Tests/Fixtures/filter-facts.json")
            let list = try JSONDecoder().decode([Facts].self, from: Data(contentsOf: file))
            return Dictionary(uniqueKeysWithValues: list.map { ($0.name, $0) })
        }
    }

    @Test("Every filter has variations whose words mean their steps", arguments: names)
    func variations(name: String) throws {
        let settings = TellingSettings.table[name] ?? []
        let variations = try [GalleryVariation(defaultsOf: name)] + settings.map { try GalleryVariation($0, of: name) }
        for variation in variations {
            #expect(try ChainStep.parse(variation.words) == variation.steps)
            let filters = try variation.steps.map { try FilterName.filter(named: $0.filter).name }
            #expect(filters.contains(name))
            let code = try SwiftCode(of: variation, bounds: nil)
            #expect(code.named.contains("CIFilter(name: \"\(name)\""))
        }
    }

    @Test("Telling settings are for filters that exist")
    func settingsTable() throws {
        let facts = try Facts.recorded.get()
        for name in TellingSettings.table.keys { #expect(facts[name] != nil, "\(name)") }
        for name in TellingSettings.oneColor.union(TellingSettings.whole).union(TellingSettings.unchanging) {
            #expect(facts[name] != nil, "\(name)")
        }
    }

    @Test("Factories and properties have the published names")
    func typedNames() throws {
        for (name, facts) in try Facts.recorded.get() {
            #expect(TypedInterface.factory(forFilterName: name) == facts.factory?.swift, "\(name)")
            for input in facts.inputs {
                guard let published = input.property else { continue }
                // Objective-C's `EV` and `RVector` are `ev` and `rVector` in Swift.
                let property = TypedInterface.property(forKey: input.key, of: name)
                #expect(property.lowercased() == published.lowercased(), "\(name) \(input.key)")
                #expect(property.first?.isLowercase == true)
            }
        }
    }

    @Test("A word without = continues the value before it; a chain is taken as it stands")
    func variationText() throws {
        let sepia = try GalleryVariation("intensity=0.5", of: "CISepiaTone")
        #expect(sepia.words == ["CISepiaTone", "intensity=0.5"])
        #expect(sepia.title == "intensity=0.5")
        let chain = try GalleryVariation("ExposureAdjust EV=1, SepiaTone intensity=0.5", of: "CISepiaTone")
        #expect(chain.steps.map(\.filter) == ["ExposureAdjust", "SepiaTone"])
        let mask = try GalleryVariation(defaultsOf: "CIBlendWithMask")
        #expect(
            mask.words == [
                "CIBlendWithMask", "backgroundImage=companions/dusk.png", "maskImage=companions/mask.png",
            ])
    }

    @Test("Code for numbers, points, colours, transforms, pictures, data and text")
    func swiftCode() throws {
        let bump = try SwiftCode(of: GalleryVariation("center=10,20 radius=3", of: "CIBumpDistortion"), bounds: nil)
        #expect(
            bump.typed == """
                let scene = try CIImage(loading: URL(fileURLWithPath: "pictures/scene.png"))
                let filter = CIFilter.bumpDistortion()
                filter.inputImage = scene
                filter.center = CGPoint(x: 10, y: 20)
                filter.radius = 3
                let result = filter.outputImage
                """)
        #expect(
            bump.named == """
                let scene = try CIImage(loading: URL(fileURLWithPath: "pictures/scene.png"))
                let filter = CIFilter(name: "CIBumpDistortion", parameters: [
                    "inputImage": scene,
                    "inputCenter": CIVector(x: 10, y: 20),
                    "inputRadius": 3,
                ])
                let result = filter?.outputImage
                """)
        let generator = try SwiftCode(
            of: GalleryVariation("color=#ff8000", of: "CIConstantColorGenerator"),
            bounds: CGRect(x: 0, y: 0, width: 4, height: 3))
        #expect(generator.typed == nil, "Core Image declares no factory for it")
        #expect(generator.named.contains("CIColor(red: 0xff / 255.0, green: 0x80 / 255.0, blue: 0x00 / 255.0)"))
        #expect(generator.named.hasSuffix("?.outputImage?.cropped(to: CGRect(x: 0, y: 0, width: 4, height: 3))"))
        #expect(SwiftValue.object("a \"b\"\\", className: "NSString", isBoolean: false) == #""a \"b\"\\""#)
        #expect(SwiftValue.object("1", className: "NSNumber", isBoolean: true) == "true")
        #expect(SwiftValue.object("Hi", className: "NSData", isBoolean: false) == #"Data("Hi".utf8)"#)
        #expect(
            SwiftValue.object("1,2;3,4", className: "NSArray", isBoolean: false)
                == "[CIVector(x: 1, y: 2), CIVector(x: 3, y: 4)]")
        #expect(
            SwiftValue.property("1,0,0,1,5,6", type: CGAffineTransform.self, className: "NSAffineTransform")
                == "CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 5, ty: 6)")
    }

    @Test("The code of every filter compiles")
    func codeCompiles() throws {
        var lines = ["import CoreImage", "import Foundation"]
        for name in Self.names {
            let settings = TellingSettings.table[name] ?? []
            let variations =
                try [GalleryVariation(defaultsOf: name)] + settings.map { try GalleryVariation($0, of: name) }
            for (index, variation) in variations.enumerated() {
                let code = try SwiftCode(of: variation, bounds: GalleryScene.frame)
                for (kind, text) in [("Typed", code.typed), ("Named", code.named)] {
                    guard let text else { continue }
                    lines += ["func \(name)\(kind)\(index)() throws -> CIImage? {", text, "return result", "}"]
                }
            }
        }
        let command = try CommandProcess()
        try lines.joined(separator: "\n").write(toFile: command.path("code.swift"), atomically: true, encoding: .utf8)
        let outcome = try CommandProcess.run(
            URL(fileURLWithPath: "/bin/bash"),
            [
                "-c", #"mapfile -t flags < <("$0" units build --print-flags) && swiftc "${flags[@]}" -typecheck "$1""#,
                CommandProcess.products.appendingPathComponent("coreimage").path, command.path("code.swift"),
            ], in: CommandProcess.package, environment: [:])
        #expect(outcome.errors == "")
        #expect(outcome.code == 0)
    }

    /// The gallery shows the source text of recipes. A program can't read its own sources, so they are copied into
    /// `RecipeListings`.
    @Test("The recipes' texts are those of their files; COREIMAGE_RECORD=1 records them")
    func listings() throws {
        let sources = CommandProcess.package.appendingPathComponent("Sources/coreimage")
        let folder = sources.appendingPathComponent("Gallery")
        // The command anonymise shares its recipe with the gallery.
        let faces = ["FaceVignette", "AnonymousFaces"].map { sources.appendingPathComponent("Faces/\($0).swift") }
        let files =
            try FileManager.default.contentsOfDirectory(
                at: folder.appendingPathComponent("Recipes"), includingPropertiesForKeys: nil) + faces
        let texts = try Dictionary(
            uniqueKeysWithValues: files.map { file in
                let text = try String(contentsOf: file, encoding: .utf8)
                return (file.deletingPathExtension().lastPathComponent, String(text.dropLast()))
            })
        if ProcessInfo.processInfo.environment["COREIMAGE_RECORD"] == "1" {
            try Self.recorded(texts).write(
                to: folder.appendingPathComponent("RecipeListings.swift"), atomically: true, encoding: .utf8)
        }
        #expect(RecipeListings.text == texts)
        #expect(Set(GalleryRecipe.all.map(\.listing)) == Set(texts.keys))
    }

    private static func recorded(_ texts: [String: String]) -> String {
        let entries = texts.sorted { $0.key < $1.key }.map { name, text in
            let lines = text.components(separatedBy: "\n").map { $0.isEmpty ? "" : "        " + $0 }
            return "        \"\(name)\": #\"\"\"\n\(lines.joined(separator: "\n"))\n        \"\"\"#,"
        }
        return """
            /// Copies of the recipes' files in `Recipes` and `Faces`, for the gallery's pages. A test compares them
            /// with the files, and `COREIMAGE_RECORD=1` updates them.
            enum RecipeListings {
                /// The texts, keyed by the file's name without its extension.
                static let text: [String: String] = [
            \(entries.joined(separator: "\n"))
                ]
            }

            """
    }

    @Test("Words for a shell are quoted where it would read them otherwise")
    func shellWords() {
        #expect(ShellWords.line(["apply", "a=1,2", "@x"]) == "apply a=1,2 @x")
        #expect(
            ShellWords.line(["text=Core Image", "color=#fff", "it's", ""])
                == "'text=Core Image' 'color=#fff' 'it'\\''s' ''")
    }

    @Test("What is interpolated can't be markup")
    func markup() {
        let name = "<b>&\"\u{7}\u{1B}x"
        let markup: Markup = "<p title=\"\(name)\">\(name)</p>"
        #expect(markup.text == "<p title=\"&lt;b&gt;&amp;&quot;x\">&lt;b&gt;&amp;&quot;x</p>")
        #expect(GalleryEntry.fileName("../CI é") == "-2e-2e-2fCI-20-c3-a9")
        // File systems allow 255 bytes, and pictures' names end in a number and an extension.
        let long = ["A", "B"].map { GalleryEntry.fileName(String(repeating: "x", count: 300) + $0) }
        #expect(long[0] != long[1] && long.allSatisfy { $0.utf8.count <= 200 })
    }
}
