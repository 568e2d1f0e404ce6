import Foundation
import TestSupport
import Testing
import UnitAuthoring

/// Tests with a client program outside the package that links the library.
@Suite("Clients of the library")
struct ClientProcessTests {
    private static var library: URL { ProductsFolder.product("libCoreImage.so") }

    @Test(
        "a client in another folder than the library finds the program that runs units beside the library",
        .enabled(if: FileManager.default.fileExists(atPath: library.path)))
    func anotherFolder() throws {
        let command = try CommandProcess()
        let source = command.path("main.swift")
        try """
        import CoreImage
        import Foundation
        let unit = URL(fileURLWithPath: CommandLine.arguments[1])
        try CIPlugIn.loadReporting(unit, allowExecutableCode: true)
        let filter = try CIFilter.named("FunHouseMirror")
        let red = CIImage(color: CIColor(red: 1, green: 0, blue: 0)).cropped(to: CGRect(x: 0, y: 0, width: 16, height: 16))
        filter.setValue(red, forKey: kCIInputImageKey)
        guard let image = filter.outputImage else { fatalError("\\(String(describing: filter.inputError))") }
        var pixels = [Float](repeating: 0, count: 4)
        try CIContext().renderBitmap(
            image, to: &pixels, rowBytes: 16, bounds: CGRect(x: 8, y: 8, width: 1, height: 1), format: .RGBAf, colorSpace: nil)
        print(pixels)
        """.write(toFile: source, atomically: true, encoding: .utf8)
        let products = ProductsFolder.url
        let flags = try CoreImageProducts(folder: products).swiftFlags()
        let compiled = try CommandProcess.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            ["swiftc", source, "-o", command.path("client")] + flags
                + ["-L", products.path, "-lCoreImage", "-Xlinker", "-rpath", "-Xlinker", products.path],
            in: command.folder, environment: [:])
        try #require(compiled.code == 0, "\(compiled.errors)")
        let unit = try BuiltUnits.samples.get().appendingPathComponent("FunHouse.plugin")
        // No PATH with the worker in it.
        let outcome = try CommandProcess.run(
            URL(fileURLWithPath: command.path("client")), [unit.path], in: command.folder,
            environment: ["PATH": "/usr/bin:/bin", "COREIMAGE_UNIT_WORKER": ""])
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.trimmingCharacters(in: .newlines) == "[1.0, 0.0, 0.0, 1.0]", "\(outcome.output)")
    }
}
