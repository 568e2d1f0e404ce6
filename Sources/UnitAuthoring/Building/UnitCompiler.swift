import Foundation

/// Makes a unit's shared library from its sources. The library leaves Core Image undefined, so that it binds to the one copy in the host.
struct UnitCompiler {
    let sources: UnitSources
    let configuration: BuildConfiguration
    let products: CoreImageProducts
    let run: CompilerRun
    /// Where object files may be put.
    let scratch: URL

    /// Compiles and links into `library`.
    ///
    /// - Returns: What the compilers had to say, warnings, or nothing.
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
        let flags = try products.swiftFlags() + configuration.swiftFlags
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
