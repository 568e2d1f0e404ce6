import Foundation
import Testing

/// Tests that files of built-in filters compile in an image unit, where only public names can be used, after their
/// imports are replaced by `import CoreImage`.
@Suite("Files of built-in filters as image units")
struct CopiedFiltersTests {
    /// Files of most categories, with the files of the same module that they use.
    ///
    /// Reductions, scaling, sharpening and blurs are computed by operators, which have no public interface.
    static let files = [
        "ColorAdjustment/ColorControls", "ColorAdjustment/ExposureAdjust",
        "ColorAdjustment/HueAdjust", "ColorEffect/ColorInvert", "ColorEffect/FalseColor", "ColorEffect/SepiaTone",
        "ColorEffect/Vignette", "CompositeOperation/MinimumCompositing", "CompositeOperation/MultiplyBlendMode",
        "CompositeOperation/SourceOverCompositing", "DistortionEffect/DisplacementDistortion",
        "Generator/CheckerboardGenerator", "Generator/StarShineGenerator", "Gradient/LinearGradient",
        "Gradient/RadialGradient", "HalftoneEffect/DotScreen", "HalftoneEffect/HatchedScreen",
        "Shared/HalftoneScreen/HalftoneScreen", "Stylize/BlendWithMask", "Stylize/Edges", "Stylize/SpotColor",
        "TileEffect/OpTile",
    ]

    @Test("They compile with the module CoreImage alone, without a warning")
    func compile() throws {
        let command = try CommandProcess()
        let flags = try command.run(["units", "build", "--print-flags"])
        try #require(flags.code == 0, "\(flags.errors)")
        let copies = try Self.files.map { name in
            let source = CommandProcess.package.appendingPathComponent("Sources/BuiltInFilters/\(name).swift")
            let lines = try String(contentsOf: source, encoding: .utf8).components(separatedBy: "\n")
            let rest = lines.filter { !$0.hasPrefix("import ") }
            let copy = command.folder.appendingPathComponent(source.lastPathComponent)
            try Data((["import CoreImage"] + rest).joined(separator: "\n").utf8).write(to: copy)
            return copy.path
        }
        let outcome = try CommandProcess.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            ["swiftc", "-typecheck", "-whole-module-optimization", "-parse-as-library", "-swift-version", "6"]
                + flags.output.split(whereSeparator: \.isWhitespace).map(String.init) + copies,
            in: command.folder, environment: [:])
        #expect(outcome.code == 0 && !outcome.errors.contains("warning:"), "\(outcome.errors)")
    }
}
