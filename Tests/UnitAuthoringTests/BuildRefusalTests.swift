import Foundation
import TestSupport
import Testing

@testable import UnitAuthoring

/// Tests that a build refuses units whose faults a host would find later or not at all.
@Suite("Units that a build refuses")
struct BuildRefusalTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func refusal(of sources: UnitSources, codeCheck: UnitCodeCheck? = nil) throws -> AuthoringError {
        let builder = UnitBuilder(
            sources, configuration: .release, products: CoreImageProducts(folder: ProductsFolder.url),
            stamp: TestFolder.stamp, codeCheck: codeCheck)
        let error = #expect(throws: AuthoringError.self) { try builder.build(into: sources.defaultOutput) }
        return try #require(error)
    }

    @Test(
        "A missing, misspelt or empty CFBundleIdentifier",
        arguments: [
            ("<key>CFBundleIdentifier</key>", "<key>OrgIdentifier</key>", "add it, with your domain backwards"),
            ("<key>CFBundleIdentifier</key>", "<key>CFBundleIdentifer</key>", "CFBundleIdentifer is not known here"),
            ("<string>org.example.Glow</string>", "<string> </string>", "add it, with your domain backwards"),
        ])
    func identifier(old: String, new: String, words: String) throws {
        let sources = try folder.scaffold("Glow")
        try folder.edit("Glow/Info.plist", old, new)
        let text = try refusal(of: sources).description
        #expect(text.hasPrefix("\(folder.path("Glow/Info.plist")): CFBundleIdentifier is missing; "))
        #expect(text.contains(words))
        #expect(!FileManager.default.fileExists(atPath: folder.path("Glow/build/Glow.plugin")))
    }

    @Test(
        "Build settings that nothing replaces, at any depth, all of them at once; those of the product's name are replaced"
    )
    func settings() throws {
        let sources = try folder.scaffold("Glow")
        try folder.edit(
            "Glow/Info.plist", "<string>org.example.Glow</string>",
            """
            <string>org.example.$(PRODUCT_NAME)</string>
            <key>NSHumanReadableCopyright</key><string>$(AUTHOR), 2026</string>
            <key>Own</key><array><dict><key>Inner</key><string>${DEVELOPMENT_LANGUAGE}</string></dict></array>
            <key>Price</key><string>$5 and $(</string>
            """)
        let error = try refusal(of: sources)
        #expect(
            error
                == .unreplacedSettings(
                    folder.path("Glow/Info.plist"),
                    ["NSHumanReadableCopyright": "$(AUTHOR), 2026", "Own": "${DEVELOPMENT_LANGUAGE}"]))
        let lines = error.description.split(separator: "\n")
        #expect(
            lines.count == 2 && lines[0].contains("NSHumanReadableCopyright: the build setting in '$(AUTHOR), 2026'"))
    }

    @Test("Kernel files that only the unit's code compiles are compiled, and named as the author knows them")
    func codeKernels() throws {
        let sources = try folder.scaffold("InkTone", .c)
        try folder.write(
            "InkTone/Resources/kernels/Edge.cikernel", "kernel vec4 edge(sampler s)\n{ return vec3(1.0); }\n")
        let text = try refusal(of: sources).description
        #expect(text.contains("InkTone/Resources/kernels/Edge.cikernel:2:"))
        #expect(text.contains("another extension than .cikernel"))
        try folder.write(
            "InkTone/Resources/kernels/Edge.cikernel", "kernel vec4 edge(sampler s)\n{ return vec4(1.0); }\n")
        _ = try TestFolder.builder(sources).build(into: sources.defaultOutput)
        #expect(try !folder.contents("InkTone/build/InkTone.plugin").isEmpty)
    }

    @Test("A kernel's unit may hold kernel files that no filter uses: no code compiles them")
    func unusedKernels() throws {
        let sources = try folder.scaffold("Glow")
        try folder.write("Glow/Resources/Draft.cikernel", "kernel vec4 draft(")
        _ = try TestFolder.builder(sources).build(into: sources.defaultOutput)
        #expect(try !folder.contents("Glow/build/Glow.plugin").isEmpty)
    }

    @Test("Warnings come along with errors, as they often are the cause")
    func warnings() throws {
        let sources = try folder.scaffold("Glow")
        try folder.edit("Glow/Resources/Description.plist", "<key>CIAttributeMax</key>", "<key>CIAttributeMaxx</key>")
        try folder.edit("Glow/Resources/Glow.cikernel", "unpremultiply(", "unpremultipl(")
        let text = try refusal(of: sources).description
        #expect(text.contains("did you mean CIAttributeMax?") && text.contains("Glow.cikernel:5:"))
    }

    @Test("Errors from loading the code refuse the bundle, warnings don't; units without code aren't loaded")
    func code() throws {
        let sources = try folder.scaffold("InkTone", .c)
        let error = try refusal(
            of: sources,
            codeCheck: UnitCodeCheck { bundle in
                [.init(isError: true, text: "\(bundle.lastPathComponent): error: no class Ink")]
            })
        #expect(error == .unsound(["InkTone.plugin: error: no class Ink"]))
        #expect(try folder.contents("InkTone/build").isEmpty)
        func built(_ sources: UnitSources) throws -> BuiltUnit {
            try UnitBuilder(
                sources, configuration: .release, products: CoreImageProducts(folder: ProductsFolder.url),
                stamp: TestFolder.stamp, codeCheck: UnitCodeCheck { _ in [.init(isError: false, text: "not tried")] }
            ).build(into: sources.defaultOutput)
        }
        #expect(try built(sources).warnings == ["not tried"])
        #expect(try built(try folder.scaffold("Glow")).warnings == [])
    }
}
