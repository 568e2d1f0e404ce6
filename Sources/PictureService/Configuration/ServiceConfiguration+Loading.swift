import CommandOutput
import CoreImage
import FilterChains
import Foundation
import PictureWorker
import UntrustedInput

extension ServiceConfiguration {
    /// Reads a configuration with the files that it names, and checks everything that can be checked before the
    /// service starts. Relative paths start at the folder of the configuration. The filters of its image units can be
    /// created in this process afterwards.
    package init(contentsOf path: String) throws(ConfigurationError) {
        let data: Data
        do throws(FileReader.Failure) {
            data = Data(try FileReader.bytes(at: path, limit: 4 << 20))
        } catch {
            throw ConfigurationError(
                file: printable(path), key: "", "it can't be read: \(String(cString: strerror(error.code)))",
                remedy: "Check the path and the permissions.")
        }
        let file = printable(path)
        do {
            self = try CheckedJSON.decode(Self.self, from: data)
        } catch let error as DecodingError {
            throw ConfigurationError(decoding: error, file: file)
        } catch {
            throw ConfigurationError(
                file: file, key: "", "this isn't JSON: \(printable("\(error)"))",
                remedy: "Correct the place; comments and trailing commas aren't JSON.")
        }
        let folder = PathText(path).parent
        func resolved(_ path: String) -> String { path.hasPrefix("/") || folder.isEmpty ? path : "\(folder)/\(path)" }
        func check(_ path: String, _ content: PEMFile.Content, key: String) throws(ConfigurationError) {
            guard let problem = PEMFile.problem(of: path, holding: content) else { return }
            throw ConfigurationError(file: file, key: key, problem, remedy: content.remedy)
        }
        for (name, source) in sources {
            switch source {
            case .folder(let path):
                try Self.check(folder: resolved(path), file: file, key: "sources.\(name).folder")
                sources[name] = .folder(resolved(path))
            case .remote(var remote):
                guard let path = remote.authorities else { continue }
                try check(resolved(path), .certificate, key: "sources.\(name).ca_file")
                remote.authorities = resolved(path)
                sources[name] = .remote(remote)
            }
        }
        // Before the recipes, which may have filters of units.
        for (index, path) in units.enumerated() {
            try Self.check(folder: resolved(path), file: file, key: "units.\(index)")
        }
        loadUnits(in: units.map(resolved))
        for name in recipes.keys.sorted() { try load(recipe: name, file: file, resolved) }
        try loadKeys(file: file, resolved)
        try checkFormats(file: file)
        if formats.isEmpty { formats = ResultFormat.allCases.filter(\.isWritable) }
        if let tls = listen.tls {
            listen.tls?.certificate = resolved(tls.certificate)
            listen.tls?.key = resolved(tls.key)
            try check(resolved(tls.certificate), .certificate, key: "listen.tls.certificate")
            try check(resolved(tls.key), .privateKey, key: "listen.tls.key")
        }
    }

    private static func check(folder: String, file: String, key: String) throws(ConfigurationError) {
        var information = stat()
        guard stat(folder, &information) == 0, information.st_mode & S_IFMT == S_IFDIR else {
            throw ConfigurationError(
                file: file, key: key, "there is no folder \(printable(folder))",
                remedy: "Create it, or correct the path.")
        }
    }

    /// Reads a stored recipe, and checks a chain.
    private mutating func load(
        recipe name: String, file: String, _ resolved: (String) -> String
    ) throws(ConfigurationError) {
        if let source = recipes[name]?.recipe {
            let (place, remedy) =
                if case .file(let path) = source {
                    (printable(resolved(path)) + ": ", "Write it again, or correct the path.")
                } else {
                    ("", "Write it with CIRecipe or coreimage, or name its file.")
                }
            do {
                let recipe =
                    switch source {
                    case .file(let path): try CIRecipe(contentsOf: PathText(resolved(path)).fileURL())
                    case .inline(let value): try CIRecipe(data: JSONEncoder().encode(value))
                    }
                try Self.check(recipe)
                recipes[name]?.recipe = .inline(try Self.value(of: recipe))
            } catch {
                throw ConfigurationError(
                    file: file, key: "recipes.\(name).recipe",
                    place + printable(StandardError.text(of: error), limit: 1000), remedy: remedy)
            }
        }
        guard let chain = recipes[name]?.chain else { return }
        do {
            // Only processes in the sandbox open no files.
            try ChainStep.check(ChainStep.parse(chain.words), opensFiles: !worker.isIsolated)
        } catch {
            let remedy =
                error is SettingNamesFile
                ? "Write @input for the request's picture, or the label of an earlier step."
                : "Try the chain with coreimage apply."
            throw ConfigurationError(
                file: file, key: "recipes.\(name).chain", printable(StandardError.text(of: error), limit: 1000),
                remedy: remedy)
        }
    }

    /// Checks that a recipe needs no pictures but that of the request, because nothing gives it others.
    private static func check(_ recipe: CIRecipe) throws(Refusal) {
        if let path = recipe.files.first {
            throw Refusal("it reads the picture \(printable(path)), and a recipe of the service reads no files")
        }
        if let name = recipe.placeholders.first(where: { $0 != CIRecipe.imageName }) {
            throw Refusal("it needs a second picture, \(printable(name)), and a recipe of the service gets one")
        }
    }

    /// Returns a recipe as JSON, which is sent to sandboxed processes.
    static func value(of recipe: CIRecipe) throws -> JSONValue {
        let data = try recipe.data(.json)
        return try CheckedJSON.decode(
            JSONValue.self, from: data, limits: TextLimits(bytes: data.count, depth: 64, values: 500_000))
    }

    private mutating func loadKeys(
        file: String, _ resolved: (String) -> String
    ) throws(ConfigurationError) {
        for (index, path) in (images?.keyFiles ?? []).enumerated() {
            let key = "images.key_files.\(index)"
            var bytes: [UInt8]
            do throws(FileReader.Failure) {
                bytes = try FileReader.bytes(at: resolved(path), limit: 4096)
            } catch {
                throw ConfigurationError(
                    file: file, key: key, "\(printable("\(error)", limit: 1000))",
                    remedy: "Check the path and the permissions.")
            }
            while let last = bytes.last, last == 0x0a || last == 0x0d { bytes.removeLast() }
            guard bytes.count >= SigningKey.leastBytes else {
                throw ConfigurationError(
                    file: file, key: key,
                    "\(printable(path)) has \(bytes.count) bytes, and a key has at least \(SigningKey.leastBytes)",
                    remedy: "Make one with: head -c 32 /dev/urandom | base64 > \(printable(path))")
            }
            images?.keys.append(SigningKey(bytes))
        }
    }

    private func checkFormats(file: String) throws(ConfigurationError) {
        let lists = [("formats", formats)] + recipes.map { ("recipes.\($0).formats", $1.formats ?? []) }
        for (key, list) in lists.sorted(by: { $0.0 < $1.0 }) {
            guard let format = list.first(where: { !$0.isWritable }) else { continue }
            throw ConfigurationError(
                file: file, key: key, "there is no encoder for \(format.rawValue) on this machine",
                remedy: "Leave it out, or install the library that writes it.")
        }
    }
}
