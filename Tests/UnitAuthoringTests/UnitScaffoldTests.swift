import Foundation
import ImageUnits
import Testing

@testable import UnitAuthoring

@Suite("New units")
struct UnitScaffoldTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test("A new unit builds without a warning, and says the same in two languages", arguments: [UnitKind.kernel, .c])
    func builds(kind: UnitKind) throws {
        let sources = try folder.scaffold("WarmGlow", kind)
        let built = try TestFolder.builder(sources).build(into: sources.defaultOutput)
        #expect(built.warnings == [])
        #expect(built.description.identifier == "org.example.WarmGlow")
        #expect(built.description.version == "1.0")
        let filter = try #require(built.description.filters.first)
        #expect(built.description.filters.map(\.name) == ["WarmGlow"])
        #expect(filter.inputs.map(\.name) == ["inputImage", "inputColor", "inputAmount"])
        #expect(filter.inputs[2].identity == .number(0) && filter.inputs[2].maximum == 1)
        #expect(filter.kind == (kind == .kernel ? .nonexecutable : .executable))
        #expect(filter.processor?.function == (kind == .c ? "warm_glow" : nil))

        let german = try #require(ImageUnitDescription.read(at: built.bundle, languages: ["de"]).unit?.filters.first)
        let english = try #require(ImageUnitDescription.read(at: built.bundle, languages: ["en"]).unit?.filters.first)
        #expect(english.displayName == "Warm Glow")
        #expect(english.summary != german.summary)
        for (first, second) in zip(english.inputs, german.inputs) {
            #expect(first.displayName != second.displayName)
            #expect(first.summary == nil || first.summary != second.summary)
            // A text without a translation would be its key.
            #expect(first.summary?.hasSuffix("Text") != true)
        }
    }

    @Test("An existing folder is kept, and a failed scaffold leaves no files")
    func existing() throws {
        try folder.write("WarmGlow/mine.txt", "mine")
        #expect(throws: AuthoringError.alreadyExists(folder.path("WarmGlow"))) { try folder.scaffold("WarmGlow") }
        #expect(try Set(folder.contents().keys) == ["WarmGlow", "WarmGlow/mine.txt"])
    }

    @Test("Where the folder can't be made, the path and the system's reason are named")
    func unwritable() throws {
        try folder.write("file", "")
        let scaffold = UnitScaffold(
            name: try UnitName("Glow"), identifier: try BundleIdentifier("a.b"), kind: .kernel, corePackage: "")
        let error = #expect(throws: AuthoringError.self) {
            try scaffold.write(into: folder.url.appendingPathComponent("file"))
        }
        let text = try #require(error).description
        #expect(text.contains(folder.path("file")) && text.contains("can't be created"))
    }

    @Test("The Swift package names Core Image by path or address, whatever characters the path has")
    func packageManifest() throws {
        func manifest(_ package: String) throws -> String {
            try #require(try scaffold(package).packageManifest)
        }
        func scaffold(_ package: String?) throws -> UnitScaffold {
            UnitScaffold(
                name: try UnitName("Glow"), identifier: try BundleIdentifier("a.b"), kind: .swift, corePackage: package)
        }
        let path = try manifest(#"/a "b"\c/core-image"#)
        #expect(path.contains(#".package(path: "/a \"b\"\\c/core-image")"#))
        #expect(path.contains(#"package: "core-image")"#))
        let address = try manifest("https://example.org/x/core-image.git")
        #expect(address.contains(#".package(url: "https://example.org/x/core-image.git", branch: "main")"#))
        #expect(address.contains(#"package: "core-image")"#))
        // An installed command has no package beside it, and `units build` needs none.
        let alone = try scaffold(nil)
        #expect(alone.files["Package.swift"] == nil && alone.files["Sources/Glow/Glow.swift"] != nil)
        #expect(!alone.readMe.contains("Package.swift"))
    }
}
