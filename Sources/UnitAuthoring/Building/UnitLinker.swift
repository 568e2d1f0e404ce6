import Foundation
import ImageUnits

/// Makes a bundle of a static library that SwiftPM built.
///
/// All of the archive becomes the unit's library, other packages' code too. Core Image is a dynamic product, so that it is not in the archive and
/// stays undefined, to be bound to the host's.
public struct UnitLinker {
    private let archive: URL

    /// A linker.
    public init(archive: URL) { self.archive = archive }

    /// Builds `NAME.plugin` in a folder from the unit's Info.plist and Resources in `parts`, in place of an earlier one.
    public func link(parts: URL, name: String, stamp: ImageUnitStamp, into output: URL) throws(AuthoringError)
        -> BuiltUnit
    {
        let assembly = try UnitAssembly(parts, name: name, into: output)
        var text = ""
        try assembly.addLibrary(stamped: UnitBuildStamp(for: stamp, swift: true, functions: true)) {
            (library: URL) throws(AuthoringError) in
            let outcome = try CompilerRun().run(
                try .swift(),
                // Once for the driver, which finds the libraries to link in it, and once for the linker to take all of it.
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
