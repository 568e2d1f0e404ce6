import Foundation
import Testing

/// Tests of the pages and comments that need the public declarations of this build.
@Suite("The documentation of the API")
struct WhatIsHereTests {
    private let command: CommandProcess
    private let scripts = CommandProcess.package.appendingPathComponent(".make")
    private let environment = ["COREIMAGE_PRODUCTS": CommandProcess.products.path]

    /// Extracts the symbol graphs into the folder `symbols`.
    init() throws {
        command = try CommandProcess()
        let extraction = try CommandProcess.run(
            scripts.appendingPathComponent("symbols"), [command.path("symbols")], in: command.folder,
            environment: environment)
        try #require(extraction.code == 0, "\(extraction.errors)")
    }

    @Test("The comparison with Apple's API is current; `make docs` writes it again")
    func comparison() throws {
        let check = try CommandProcess.run(
            scripts.appendingPathComponent("what-is-here"), [command.path("symbols"), "--check"], in: command.folder,
            environment: environment)
        #expect(check.code == 0, "\(check.errors)")
    }

    @Test("DocC has no warning about articles and comments")
    func warnings() throws {
        let catalogue = CommandProcess.package.appendingPathComponent("Sources/CoreImage/CoreImage.docc").path
        let build = try CommandProcess.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            [
                "docc", "convert", catalogue, "--additional-symbol-graph-dir", command.path("symbols/module"),
                "--output-dir", command.path("site"), "--fallback-display-name", "CoreImage",
                "--fallback-bundle-identifier", "org.example.CoreImage", "--warnings-as-errors",
            ],
            in: command.folder, environment: environment)
        #expect(build.code == 0, "\(build.output) \(build.errors)")
    }
}
