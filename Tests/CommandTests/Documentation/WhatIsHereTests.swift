import Foundation
import TestSupport
import Testing

/// Tests of the pages and comments that need the public declarations of this build.
@Suite("The documentation of the API")
struct WhatIsHereTests {
    private let command: CommandProcess
    private let scripts = CommandProcess.package.appendingPathComponent(".make")
    private let environment = ["COREIMAGE_PRODUCTS": ProductsFolder.url.path]
    private let symbols: URL

    /// The folder of the symbol graphs, which are extracted once in each test run. It is in the products folder,
    /// because there is no hook after the last test to remove a temporary folder.
    private static let symbols: Result<URL, any Error> = Result {
        let folder = ProductsFolder.product("CommandTests Symbols")
        let extraction = try CommandProcess.run(
            CommandProcess.package.appendingPathComponent(".make/symbols"), [folder.path], in: CommandProcess.package,
            environment: ["COREIMAGE_PRODUCTS": ProductsFolder.url.path])
        try #require(extraction.code == 0, "\(extraction.errors)")
        return folder
    }

    init() throws {
        command = try CommandProcess()
        symbols = try Self.symbols.get()
    }

    @Test("The comparison with Apple's API is current; `make docs` writes it again")
    func comparison() throws {
        let check = try CommandProcess.run(
            scripts.appendingPathComponent("what-is-here"), [symbols.path, "--check"], in: command.folder,
            environment: environment)
        #expect(check.code == 0, "\(check.errors)")
    }
}
