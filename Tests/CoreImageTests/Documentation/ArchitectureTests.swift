import Foundation
import Testing

/// Tests that the page `Architecture` names targets and folders that exist, and that every article can be found.
@Suite("The architecture page")
struct ArchitectureTests {
    private let page: DocumentationPage
    private let manifest: String

    init() throws {
        page = try DocumentationPage("Architecture")
        manifest = try String(
            contentsOf: DocumentationPage.package.appendingPathComponent("Package.swift"), encoding: .utf8)
    }

    @Test("Every target of the table is a target of the package")
    func targets() throws {
        let start = try #require(page.rows.firstIndex { $0.first == "targets" })
        let names = page.rows[(start + 2)...].flatMap { DocumentationPage.codeSpans($0[0]) }.filter { $0 != "C" }
        try #require(names.count > 25)
        for name in names { #expect(manifest.contains("name: \"\(name)\""), "\(name)") }
    }

    @Test("Every folder that a step names exists")
    func folders() throws {
        let matches = page.text.matches(of: /`(\w+)`,\s+folders?\s+((?:`\w+`(?:,\s+|\s+and\s+)?)+)/)
        try #require(matches.count > 5)
        for match in matches {
            for name in DocumentationPage.codeSpans(String(match.output.2)) {
                let folder = "Sources/\(match.output.1)/\(name)"
                let path = DocumentationPage.package.appendingPathComponent(folder).path
                #expect(FileManager.default.fileExists(atPath: path), "\(folder)")
            }
        }
    }

    @Test("Every file and folder in README's table of places exists")
    func places() throws {
        let package = DocumentationPage.package
        let text = try String(contentsOf: package.appendingPathComponent("README.md"), encoding: .utf8)
        let rows = text.split(separator: "\n").drop { !$0.hasPrefix("| to change |") }.prefix { $0.hasPrefix("|") }
        let paths = rows.flatMap { $0.matches(of: /`((?:Sources|Plugins|Tests)\/[\w\/.]+)/).map(\.output.1) }
        try #require(paths.count > 30)
        for path in paths {
            let place = package.appendingPathComponent(String(path)).path
            #expect(FileManager.default.fileExists(atPath: place), "\(path)")
        }
    }

    @Test("Every article is in the list of topics")
    func topics() throws {
        let catalogue = DocumentationPage.package.appendingPathComponent("Sources/CoreImage/CoreImage.docc")
        let articles = try FileManager.default.contentsOfDirectory(atPath: catalogue.path)
            .filter { $0.hasSuffix(".md") && $0 != "CoreImage.md" }
        let root = try DocumentationPage("CoreImage").text
        for article in articles { #expect(root.contains("- <doc:\(article.dropLast(3))>"), "\(article)") }
    }
}
