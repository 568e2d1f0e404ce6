import Foundation

/// Compiles a unit's sources to a shared library. The library leaves the symbols of Core Image undefined, so that they
/// bind to the host's copy.
struct UnitCompiler {
    let sources: UnitSources
    let configuration: BuildConfiguration
    let products: CoreImageProducts
    let run: CompilerRun
    /// The folder for object files.
    let scratch: URL

    /// Compiles and links into `library`.
    ///
    /// - Returns: The compilers' warnings; empty if there are none.
    /// - Throws: `AuthoringError.compilerFailed` with their diagnostics.
    func compile(into library: URL) throws(AuthoringError) -> String {
        if sources.swiftFiles.isEmpty {
            return try compileC(["-shared"] + sources.cFiles.map(\.path) + ["-o", library.path, "-lm"])
        }
        var text = ""
        var objects: [String] = []
        for (index, file) in sources.cFiles.enumerated() {
            let object = scratch.appendingPathComponent("\(index).o").path
            text += try compileC(["-c", file.path, "-o", object])
            objects.append(object)
        }
        let flags = try products.swiftFlags() + ["-swift-version", "6"] + configuration.swiftFlags
        let outcome = try run.run(
            try .swift(),
            flags + ["-emit-library", "-module-name", sources.name, "-o", library.path]
                + sources.swiftFiles.map(\.path) + objects)
        guard outcome.code == 0 else {
            throw .compilerFailed("swiftc", unit: sources.name, text: text + outcome.text)
        }
        return text + outcome.text
    }

    private func compileC(_ arguments: [String]) throws(AuthoringError) -> String {
        let flags = ["-std=c11", "-fPIC", "-fvisibility=hidden", "-Wall", "-Wextra"] + products.cFlags
        let outcome = try run.run(try .c(), flags + configuration.cFlags + arguments)
        guard outcome.code == 0 else { throw .compilerFailed("cc", unit: sources.name, text: outcome.text) }
        return outcome.text
    }
}
