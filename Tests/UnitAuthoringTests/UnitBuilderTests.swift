import Foundation
import ImageUnits
import Testing

@testable import UnitAuthoring

@Suite("Building units")
struct UnitBuilderTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func info(_ bundle: URL) throws -> [String: Any] {
        let data = try Data(contentsOf: bundle.appendingPathComponent("Contents/Info.plist"))
        return try #require(try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    }

    @Test("A bundle has the resources and nothing that editors leave behind")
    func resources() throws {
        let sources = try folder.scaffold("Glow")
        for name in ["Resources/.Glow.swp", "Resources/Glow.cikernel~", "Resources/.hidden/file"] {
            try folder.write("Glow/\(name)", "x")
        }
        try folder.write("Glow/Resources/textures/paper.txt", "paper")
        let built = try TestFolder.builder(sources).build(into: folder.url.appendingPathComponent("out"))
        #expect(built.bundle.path == folder.path("out/Glow.plugin"))
        let files = try folder.contents("out").filter { $0.value != nil }.keys.sorted()
        #expect(
            files == [
                "Glow.plugin/Contents/Info.plist", "Glow.plugin/Contents/Resources/Description.plist",
                "Glow.plugin/Contents/Resources/Glow.cikernel",
                "Glow.plugin/Contents/Resources/de.lproj/Description.strings",
                "Glow.plugin/Contents/Resources/en.lproj/Description.strings",
                "Glow.plugin/Contents/Resources/textures/paper.txt",
            ])
        #expect(try info(built.bundle)["CoreImageStamp"] == nil)
    }

    @Test("C code is compiled, named and stamped; the settings of Info.plist are replaced")
    func functions() throws {
        let sources = try folder.scaffold("InkTone", .c)
        let built = try TestFolder.builder(sources).build(into: sources.defaultOutput)
        let list = try info(built.bundle)
        #expect(list["CFBundleExecutable"] as? String == "InkTone")
        let stamp = try #require(list["CoreImageStamp"] as? [String: Any])
        #expect(stamp["CInterface"] as? Int == 1)
        #expect(stamp["Architecture"] as? String == ImageUnitStamp.hostArchitecture)
        #expect(stamp["Interface"] == nil)
        #expect(built.library?.path == built.bundle.path + "/Contents/Linux/InkTone")
        let file = try #require(built.library).path
        let library = try #require(dlopen(file, RTLD_NOW | RTLD_LOCAL))
        defer { dlclose(library) }
        #expect(dlsym(library, "ink_tone") != nil)
    }

    @Test("What a compiler says is passed on, and the earlier bundle stays")
    func compilerDiagnostics() throws {
        let sources = try folder.scaffold("InkTone", .c)
        try TestFolder.builder(sources).build(into: sources.defaultOutput)
        let before = try folder.contents("InkTone/build")
        try folder.edit("InkTone/Sources/InkTone.c", "return CI_OK;", "return CI_OKAY;")
        let error = #expect(throws: AuthoringError.self) {
            try TestFolder.builder(sources).build(into: sources.defaultOutput)
        }
        let text = try #require(error).description
        #expect(text.contains("InkTone.c:") && text.contains("CI_OKAY"))
        #expect(text.contains("cc failed; correct the errors above"))
        #expect(try folder.contents("InkTone/build") == before)
    }

    @Test("A kernel that doesn't compile is named by the file that its author edits, and the earlier bundle stays")
    func kernelDiagnostics() throws {
        let built = try folder.unit("Glow")
        let before = try folder.contents("Glow/build")
        try folder.edit("Glow/Resources/Glow.cikernel", "unpremultiply(", "unpremultipl(")
        let sources = try UnitSources(folder: folder.path("Glow"))
        let error = #expect(throws: AuthoringError.self) {
            try TestFolder.builder(sources).build(into: sources.defaultOutput)
        }
        let text = try #require(error).description
        #expect(text.contains(folder.path("Glow/Resources/Glow.cikernel") + ":5:"))
        #expect(text.contains("unpremultiply"))
        #expect(try folder.contents("Glow/build") == before)
        #expect(ImageUnitDescription.read(at: built.bundle).issues.isEmpty)
    }

    @Test("A list that a host would refuse is refused")
    func description() throws {
        let sources = try folder.scaffold("Glow")
        try folder.edit("Glow/Resources/Description.plist", "<string>NSNumber</string>", "<string>NSNumbre</string>")
        let error = #expect(throws: AuthoringError.self) {
            try TestFolder.builder(sources).build(into: sources.defaultOutput)
        }
        guard case .unsound(let problems)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(problems.contains { $0.hasPrefix("Glow.plugin: error: ") && $0.contains("did you mean NSNumber?") })
        #expect(try folder.contents("Glow/build").isEmpty, "nothing half built is left")
    }

    @Test("Links and pipes among the resources are refused: their content is not the unit's own")
    func unsuitable() throws {
        let sources = try folder.scaffold("Glow")
        let link = folder.path("Glow/Resources/link.txt")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/etc/hostname")
        #expect(throws: AuthoringError.unsuitableFile(link, "a symbolic link")) {
            try TestFolder.builder(sources).build(into: sources.defaultOutput)
        }
        try FileManager.default.removeItem(atPath: link)
        #expect(mkfifo(link, 0o600) == 0)
        #expect(throws: AuthoringError.unsuitableFile(link, "neither a file nor a folder")) {
            try TestFolder.builder(sources).build(into: sources.defaultOutput)
        }
    }

    @Test("Folders that are no unit's are told apart")
    func sources() throws {
        #expect(throws: AuthoringError.notAFolder(folder.path("none"))) { try UnitSources(folder: folder.path("none")) }
        let built = try folder.unit("Glow")
        #expect(throws: AuthoringError.builtBundle(built.bundle.path)) { try UnitSources(folder: built.bundle.path) }
        try FileManager.default.removeItem(atPath: folder.path("Glow/Resources/Description.plist"))
        #expect(throws: AuthoringError.missingPart(folder: folder.path("Glow"), part: "Resources/Description.plist")) {
            try UnitSources(folder: folder.path("Glow"))
        }
    }

    @Test("Sources without CFBundleExecutable, or with one that leads elsewhere")
    func executableName() throws {
        let sources = try folder.scaffold("InkTone", .c)
        let list = folder.path("InkTone/Info.plist")
        try folder.edit("InkTone/Info.plist", "${EXECUTABLE_NAME}", "../../evil")
        #expect(throws: AuthoringError.invalidExecutableName(list, name: "../../evil")) {
            try TestFolder.builder(sources).build(into: sources.defaultOutput)
        }
        try folder.edit("InkTone/Info.plist", "CFBundleExecutable", "CFBundleExecutabel")
        #expect(throws: AuthoringError.missingExecutableName(list)) {
            try TestFolder.builder(sources).build(into: sources.defaultOutput)
        }
    }

    @Test("A missing compiler is named with what to install; a folder of its name is none")
    func missingCompiler() throws {
        try folder.write("bin/cc/file", "")
        let error = #expect(throws: AuthoringError.self) {
            try CompilerProgram.find("cc", package: "gcc", environment: ["PATH": folder.path("bin")])
        }
        #expect(error == .missingProgram("cc", package: "gcc"))
        #expect(error?.description.contains("install gcc") == true)
    }

    @Test("Where Core Image isn't built, the folder and the remedy are named")
    func missingModules() throws {
        let error = #expect(throws: AuthoringError.self) { try CoreImageProducts(folder: folder.url).swiftFlags() }
        #expect(error == .missingModules(folder.url.path))
        #expect(error?.description.contains("$COREIMAGE_PRODUCTS") == true)
    }
}
