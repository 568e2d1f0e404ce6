import CoreImage
import Foundation
import TestSupport
import Testing
import Workbench

/// The pages of image units that a session names.
@Suite("Custom interfaces of image units")
struct InterfaceTests {
    private let outlet = RecordingOutlet()

    /// A unit of two filters, of which only the first one has its page.
    private func load(below folder: String) throws -> [CIPlugInReport] {
        let unit = URL(fileURLWithPath: folder).appendingPathComponent("Pages.plugin")
        let resources = unit.appendingPathComponent("Contents/Resources")
        try FileManager.default.createDirectory(
            at: resources.appendingPathComponent("Interfaces"), withIntermediateDirectories: true)
        func write(_ path: String, _ text: String) throws {
            try text.write(
                to: unit.appendingPathComponent("Contents/" + path), atomically: true, encoding: .utf8)
        }
        func filter(_ name: String) -> String {
            """
            <key>\(name)</key><dict><key>CIKernelFile</key><string>Pages</string><key>CIFilterAttributes</key><dict>
            <key>CIAttributeFilterCategories</key><array><string>CICategoryStylize</string></array>
            <key>CIInputs</key><array><dict><key>CIAttributeName</key><string>inputImage</string>
            <key>CIAttributeClass</key><string>CIImage</string></dict></array></dict>
            <key>CIHasCustomInterface</key><true/></dict>
            """
        }
        let filters = filter("Pages With") + filter("PagesWithout")
        try write("Info.plist", list("<key>CFBundleIdentifier</key><string>org.example.Pages</string>"))
        try write(
            "Resources/Description.plist",
            list(
                "<key>CIPlugInVersion</key><integer>1</integer><key>CIPlugInFilterList</key><dict>\(filters)</dict>"))
        try write("Resources/Pages.cikernel", "kernel vec4 pages(__sample s) { return s; }")
        try write("Resources/Interfaces/Pages With.html", "<p>Controls</p>")
        return [try CIPlugIn.loadReporting(unit, allowExecutableCode: false)]
    }

    private func list(_ body: String) -> String {
        "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><dict>\(body)</dict></plist>\n"
    }

    private func place(of filter: String) -> InterfaceShelf.Place? {
        for case .controls(let controls) in outlet.messages where controls.filter == filter {
            return controls.interface
        }
        return nil
    }

    @Test("a session names the path of a page, or why there is none")
    func pages() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pages-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let units = try load(below: folder.path)
        let contents = try WorkbenchContents(pictures: [], units: units, limits: WorkbenchLimits())
        let session = WorkbenchSession(contents, outlet: outlet)
        try await session.start()
        for filter in ["Pages With", "PagesWithout", "CISepiaTone"] {
            await session.take(.edit(.add(filter: filter, at: nil), gesture: nil))
        }
        let token = contents.interfaces.token
        #expect(token.count == 32 && token.allSatisfy(\.isHexDigit))
        #expect(place(of: "Pages With") == .init(path: "/\(token)/Pages%20With"))
        #expect(contents.interfaces.page("Pages%20With") == Array("<p>Controls</p>".utf8))
        let problem = try #require(place(of: "PagesWithout")?.problem)
        #expect(problem.contains("Pages.plugin") && problem.contains("Interfaces/PagesWithout.html is missing"))
        #expect(contents.interfaces.page("PagesWithout") == nil)
        #expect(place(of: "CISepiaTone") == nil)
        await session.close()
    }

    @Test("filters that come from no image unit have no page, and tokens differ")
    func others() throws {
        #expect(try CIFilter.customInterface(forFilterName: "CISepiaTone") == nil)
        #expect(try CIFilter.customInterface(forFilterName: "NoSuchFilter") == nil)
        #expect(Set((0..<100).map { _ in AccessToken.make() }).count == 100)
    }
}
