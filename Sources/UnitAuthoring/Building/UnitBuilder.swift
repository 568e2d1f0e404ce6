import Foundation
import ImageUnits

/// Builds a bundle from a unit's sources: compiles, copies, stamps and checks it, then moves it to its destination. A
/// value; thread-safe.
package struct UnitBuilder: Sendable {
    /// The sources.
    package let sources: UnitSources
    private let configuration: BuildConfiguration
    private let products: CoreImageProducts
    private let stamp: ImageUnitStamp
    private let run: CompilerRun
    private let codeCheck: UnitCodeCheck?

    /// Creates a builder.
    ///
    /// - Parameters:
    ///   - stamp: The stamp for Swift code that is built with `products`.
    ///   - run: Runs the compilers; the caller can use it to end a running one.
    ///   - codeCheck: Checks the compiled code before the bundle is moved to its destination.
    package init(
        _ sources: UnitSources, configuration: BuildConfiguration, products: CoreImageProducts, stamp: ImageUnitStamp,
        run: CompilerRun = CompilerRun(), codeCheck: UnitCodeCheck? = nil
    ) {
        (self.sources, self.configuration, self.products) = (sources, configuration, products)
        (self.stamp, self.run, self.codeCheck) = (stamp, run, codeCheck)
    }

    /// Builds `NAME.plugin` in a folder, replacing an earlier one.
    ///
    /// - Parameter library: The library of an earlier build, if the code hasn't changed since.
    /// - Throws: `AuthoringError`; the earlier bundle is then unchanged.
    @discardableResult
    package func build(into output: URL, reusing library: URL? = nil) throws(AuthoringError) -> BuiltUnit {
        var text = ""
        let assembly = try UnitAssembly(sources.bundleParts, name: sources.name, into: output)
        if sources.hasCode {
            try assembly.addLibrary(stamped: buildStamp) { (target: URL) throws(AuthoringError) in
                if let library {
                    try UnitAssembly.copy(library, to: target, permissions: 0o755)
                } else {
                    let compiler = UnitCompiler(
                        sources: sources, configuration: configuration, products: products, run: run,
                        scratch: assembly.scratch)
                    text = try compiler.compile(into: target)
                }
            }
        }
        return try assembly.finish(compilerText: text, codeCheck: codeCheck)
    }

    private var buildStamp: UnitBuildStamp {
        UnitBuildStamp(for: stamp, swift: !sources.swiftFiles.isEmpty, functions: !sources.cFiles.isEmpty)
    }
}
