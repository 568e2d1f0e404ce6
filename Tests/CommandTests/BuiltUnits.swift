import Foundation
import TestSupport

/// Image units that the tests of the command use, built from source once in each test run.
enum BuiltUnits {
    /// The folder of the sample units.
    static let samples = build(
        ["FunHouse", "HazeRemover", "KernelSampler", "WindowRank"].map { "ImageUnits/\($0)/" },
        into: "CommandTests Units")

    /// The folder of `BrokenUnit.plugin`. Its filters crash, loop forever, leak, or read outside their declared
    /// regions.
    static let broken = build(["Tests/Fixtures/BrokenUnit/"], into: "CommandTests Broken Units")

    private struct BuildFailure: Error, CustomStringConvertible {
        let text: String
        var description: String { "build-units failed: \(text)" }
    }

    private static func build(_ sources: [String], into name: String) -> Result<URL, any Error> {
        Result {
            // In the products folder, because there is no hook after the last test to remove a temporary folder.
            let folder = ProductsFolder.product(name)
            let package = CommandProcess.package
            let outcome = try CommandProcess.run(
                package.appendingPathComponent(".make/build-units"), ["debug", folder.path] + sources, in: package,
                environment: ["COREIMAGE_PRODUCTS": ProductsFolder.url.path])
            guard outcome.code == 0 else { throw BuildFailure(text: outcome.errors) }
            return folder
        }
    }
}
