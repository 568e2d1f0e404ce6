import Foundation
import Testing

/// Tests that the pages about installations name the packages of the makefile and the variables of the sources.
@Suite("The pages about installations")
struct InstallationPagesTests {
    private let package = DocumentationPage.package

    @Test("The page of packages names every package of the makefile")
    func packages() throws {
        let makefile = try String(contentsOf: package.appendingPathComponent("Makefile"), encoding: .utf8)
        // A line of a list: package names, separated by commas, then texts behind colons.
        let names = makefile.matches(of: /\n  ([a-z0-9.,+-]+):[A-Za-z]/).flatMap { $0.output.1.split(separator: ",") }
        try #require(names.count > 14)
        let page = try DocumentationPage("Installing")
        let listed = Set(page.rows.flatMap { DocumentationPage.codeSpans($0[0]) })
        #expect(listed == Set(names.map(String.init)))
    }

    @Test("The page of environment variables names those that the sources read, and no others")
    func variables() throws {
        let sources = package.appendingPathComponent("Sources").path
        var read: Set<String> = []
        for file in try FileManager.default.subpathsOfDirectory(atPath: sources) where file.hasSuffix(".swift") {
            let text = try String(contentsOfFile: sources + "/" + file, encoding: .utf8)
            for match in text.matches(of: /"(COREIMAGE_[A-Z_]+)"/) { read.insert(String(match.output.1)) }
        }
        // It causes a crash in debug builds, for a test.
        try #require(read.remove("COREIMAGE_TEST_READER_FAULT") != nil)
        let page = try DocumentationPage("EnvironmentVariables")
        let listed = page.rows.flatMap { DocumentationPage.codeSpans($0[0]) }.filter { $0.hasPrefix("COREIMAGE_") }
        #expect(Set(listed) == read)
    }
}
