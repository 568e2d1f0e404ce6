import CoreImage
import TestSupport
import Testing

@testable import CommandOutput
@testable import FilterChains
@testable import Gallery

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

    @Test("The command-line words of every gallery entry parse to its steps", arguments: names)
    func variations(name: String) throws {
        let settings = CIFilterExample.of(name).settings
        let variations = try [GalleryVariation(defaultsOf: name)] + settings.map { try GalleryVariation($0, of: name) }
        for variation in variations {
            #expect(try ChainStep.parse(variation.words) == variation.steps)
            let filters = try variation.steps.map { try FilterName.filter(named: $0.filter).name }
            #expect(filters.contains(name))
            let code = try SwiftCode(of: variation, bounds: nil)
            #expect(code.named.contains("CIFilter(name: \"\(name)\""))
        }
    }

    @Test("Factories and properties have the published names")
    func typedNames() throws {
        for (name, facts) in try Facts.recorded.get() {
            // Some published filters are left out.
            guard let filter = CIFilter(name: name) else { continue }
            let interface = TypedInterface(of: filter)
            #expect(interface.factory == facts.factory?.swift, "\(name)")
            for input in facts.inputs {
                guard let published = input.property else { continue }
                // Objective-C's `EV` and `RVector` are `ev` and `rVector` in Swift.
                let property = interface.properties[input.key]?.name
                #expect(property?.lowercased() == published.lowercased(), "\(name) \(input.key)")
                #expect(property?.first?.isLowercase == true)
            }
        }
    }

    @Test("The companions that filters name are drawn", arguments: names)
    func companions(name: String) {
        for (key, file) in CIFilterExample.of(name).companions {
            #expect(GalleryCompanion.all.contains { $0.file == file }, "\(name) \(key)")
            #expect(CIFilter(name: name)?.inputKeys.contains(key) == true, "\(name) \(key)")
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
            let settings = CIFilterExample.of(name).settings
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
                ProductsFolder.product("coreimage").path, command.path("code.swift"),
            ], in: CommandProcess.package, environment: [:])
        #expect(outcome.errors == "")
        #expect(outcome.code == 0)
    }

    @Test("Every recipe shows its source, as code for another package")
    func listings() {
        #expect(Set(GalleryRecipe.all.map(\.listing)) == Set(RecipeListings.text.keys))
        for (name, text) in RecipeListings.text {
            #expect(text.hasPrefix("import CoreImage\n"), "\(name)")
            #expect(!text.contains("package "), "\(name)")
        }
    }

    @Test("Words with special characters are quoted for the shell")
    func shellWords() {
        #expect(ShellWords.line(["apply", "a=1,2", "@x"]) == "apply a=1,2 @x")
        #expect(
            ShellWords.line(["text=Core Image", "color=#fff", "it's", ""])
                == "'text=Core Image' 'color=#fff' 'it'\\''s' ''")
    }

    @Test("Interpolated text is escaped in markup")
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
