import Foundation
import TestSupport
import Testing

@Suite("The command: flags for clients")
struct ClientFlagsTests {
    private static var library: URL { ProductsFolder.product("libCoreImage.so") }

    @Test(
        "swiftc main.swift $(coreimage units build --print-flags) makes a program that runs",
        .enabled(if: FileManager.default.fileExists(atPath: library.path)))
    func client() throws {
        let command = try CommandProcess()
        try """
        import CoreImage
        let image = CIImage(color: CIColor(red: 1, green: 0, blue: 0)).cropped(to: CGRect(x: 0, y: 0, width: 7, height: 5))
        print(image.applyingFilter("CIColorInvert").extent.width)
        """.write(toFile: command.path("main.swift"), atomically: true, encoding: .utf8)
        let flags = try command.run(["units", "build", "--print-flags"])
        #expect(flags.code == 0 && flags.errors == "", "\(flags.errors)")
        #expect(!flags.output.contains("-swift-version"), "a client chooses the version of the language")
        let compiled = try CommandProcess.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            ["swiftc", "main.swift"] + flags.output.split(whereSeparator: \.isWhitespace).map(String.init),
            in: command.folder, environment: [:])
        try #require(compiled.code == 0, "\(compiled.errors)")
        // Without LD_LIBRARY_PATH, only the program's run path leads to the library.
        let outcome = try CommandProcess.run(
            URL(fileURLWithPath: command.path("main")), [], in: command.folder, environment: ["LD_LIBRARY_PATH": ""])
        #expect(outcome.code == 0 && outcome.output == "7.0\n", "\(outcome.output)\(outcome.errors)")
    }
}
