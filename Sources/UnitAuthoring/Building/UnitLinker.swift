import Foundation
import ImageUnits

/// Builds a bundle from a static library that SwiftPM built.
///
/// The whole archive becomes the unit's library, including code from other packages. Core Image is a dynamic product.
/// Its code is therefore not in the archive, and its symbols bind to the host's copy.
package struct UnitLinker {
    private let archive: URL

    /// Creates a linker for a static library.
    package init(archive: URL) { self.archive = archive }

    /// Builds `NAME.plugin` in a folder from the unit's Info.plist and Resources in `parts`, replacing an earlier one.
    package func link(parts: URL, name: String, stamp: ImageUnitStamp, into output: URL) throws(AuthoringError)
        -> BuiltUnit
    {
        let assembly = try UnitAssembly(parts, name: name, into: output)
        var text = ""
        try assembly.addLibrary(stamped: UnitBuildStamp(for: stamp, swift: true, functions: true)) {
            (library: URL) throws(AuthoringError) in
            let outcome = try CompilerRun().run(
                try .swift(),
                // The archive is passed twice: to the driver, which finds the libraries to link in it, and to the
                // linker, which takes all of it.
                [
                    "-emit-library", "-o", library.path, archive.path, "-Xlinker", "--whole-archive", "-Xlinker",
                    archive.path,
                    "-Xlinker", "--no-whole-archive",
                ])
            guard outcome.code == 0 else { throw .compilerFailed("swiftc", unit: name, text: outcome.text) }
            text = outcome.text
        }
        return try assembly.finish(compilerText: text)
    }
}
