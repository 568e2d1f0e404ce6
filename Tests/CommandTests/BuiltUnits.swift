import Foundation

/// Units built from their sources for the command that is tested, each list once in a run.
enum BuiltUnits {
    /// The folder of the sample units.
    static let samples = build(
        ["FunHouse", "HazeRemover", "KernelSampler", "WindowRank"].map { "ImageUnits/\($0)/" },
        into: "CommandTests Units")

    /// The folder of `BrokenUnit.plugin`, whose filters crash, spin, and read further than they say.
    static let broken = build(["Tests/Fixtures/BrokenUnit/"], into: "CommandTests Broken Units")

    private struct BuildFailure: Error, CustomStringConvertible {
        let text: String
        var description: String { "build-units failed: \(text)" }
    }

    private static func build(_ sources: [String], into name: String) -> Result<URL, any Error> {
        Result {
            // Beside the other built products, as nothing tells when the last test is over.
            let folder = CommandProcess.products.appendingPathComponent(name)
            let package = CommandProcess.package
            let outcome = try CommandProcess.run(
                package.appendingPathComponent(".make/build-units"), ["debug", folder.path] + sources, in: package,
                environment: ["COREIMAGE_PRODUCTS": CommandProcess.products.path])
            guard outcome.code == 0 else { throw BuildFailure(text: outcome.errors) }
            return folder
        }
    }
}
