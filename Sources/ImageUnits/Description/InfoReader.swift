import Foundation

/// Reads a unit's Info.plist.
struct InfoReader {
    let bundle: URL
    let folder: UnitFolder
    let list: PropertySection

    private var bundleName: String { bundle.deletingPathExtension().lastPathComponent }

    func identifier() -> String { text("CFBundleIdentifier") ?? bundleName }

    func version() -> String? {
        guard let version = text("CFBundleShortVersionString") else { return text("CFBundleVersion") }
        list.checkStrings(["CFBundleVersion"])
        return version
    }

    func minimumHostVersion() -> String? {
        func isOurs(_ key: String) -> Bool { key.lowercased().hasPrefix("coreimage") }
        list.checkKeys(known: UnitKey.ourInfoKeys, where: isOurs)
        // Other systems and tools add keys to Info.plist, so only near misses are reported.
        list.checkMisspellings(known: UnitKey.info) { !isOurs($0) }
        return text(UnitKey.minimumVersion)
    }

    /// Returns the executable. Its absence is an error only if a filter needs it.
    func executable(isNeeded: Bool) -> UnitExecutable? {
        var section = list
        section.scope = .executable
        guard let name = text("CFBundleExecutable") else {
            if isNeeded { section.reportMissing("CFBundleExecutable", as: .noExecutable) }
            return nil
        }
        do {
            let library = try library(named: name)
            guard let entryPoint = entryPoint(section) else { return nil }
            let stamps = stamps(section)
            return UnitExecutable(
                library: URL(fileURLWithPath: library), principalClass: text("NSPrincipalClass"),
                entryPoint: entryPoint, stamp: stamps.unit, functionStamp: stamps.functions)
        } catch {
            if isNeeded { section.report(error, at: "CFBundleExecutable") }
            return nil
        }
    }

    private func library(named name: String) throws(ImageUnitProblem) -> String {
        guard !name.contains("/"), name != "..", !name.isEmpty else { throw .escapesBundle(path: name) }
        let file = "Contents/Linux/" + name
        guard folder.exists(file) else {
            let others = ["MacOS": "macOS", "Windows": "Windows"].sorted { $0.key < $1.key }
            let other = others.first { folder.exists("Contents/\($0.key)/\(name)") }?.value
            throw .missingExecutable(name: name, other: other)
        }
        let path = try folder.path(file)
        let format = ExecutableFormat(header: try folder.start(file, count: ExecutableFormat.headerSize))
        guard format == .elf(architecture: ImageUnitStamp.hostArchitecture) else {
            throw .foreignExecutable(found: format.systemName, expected: "Linux on \(ImageUnitStamp.hostArchitecture)")
        }
        return path
    }

    private func entryPoint(_ section: PropertySection) -> String? {
        guard let name = section.string(UnitKey.entryPoint) else {
            return section.entries[UnitKey.entryPoint] == nil ? UnitExecutable.defaultEntryPoint : nil
        }
        guard SymbolName.isValid(name) else {
            section.report(.malformedValue(name, expected: "the name of a C function"), at: UnitKey.entryPoint)
            return nil
        }
        return name
    }

    /// Returns the stamps of the executable: one for Swift code, one for C functions.
    private func stamps(_ section: PropertySection) -> (unit: ImageUnitStamp?, functions: FunctionStamp?) {
        guard let parts = section.section(UnitKey.stamp) else { return (nil, nil) }
        let functions = functionStamp(parts)
        // C functions depend neither on the compiler nor on the interface of `CoreImage`.
        let keys = ["Compiler", "Interface"]
        if functions != nil, !keys.contains(where: { parts.entries[$0] != nil }) { return (nil, functions) }
        let texts = (keys + [UnitKey.architecture]).map { key -> String? in
            if parts.entries[key] == nil { parts.reportMissing(key) }
            return parts.string(key)
        }
        guard let compiler = texts[0], let interface = texts[1], let architecture = texts[2] else {
            return (nil, functions)
        }
        return (ImageUnitStamp(compiler: compiler, interface: interface, architecture: architecture), functions)
    }

    private func functionStamp(_ parts: PropertySection) -> FunctionStamp? {
        guard let value = parts.entries[UnitKey.cInterface] else { return nil }
        guard let number = value.number ?? value.string.flatMap(ValueText.number), let version = Int(exactly: number)
        else {
            parts.report(
                .malformedValue(value.string ?? value.typeName, expected: "a whole number such as 1"),
                at: UnitKey.cInterface)
            return nil
        }
        guard let architecture = parts.string(UnitKey.architecture) else {
            if parts.entries[UnitKey.architecture] == nil { parts.reportMissing(UnitKey.architecture) }
            return nil
        }
        return FunctionStamp(version: version, architecture: architecture)
    }

    /// Returns the text of a key. Build settings that stand for the product's name are replaced, as a build would do.
    private func text(_ key: String) -> String? {
        guard let text = list.string(key) else { return nil }
        let (expanded, isComplete) = BuildSetting.expand(text, product: bundleName)
        if !isComplete { list.report(.unexpandedSetting(text), at: key, severity: .warning) }
        return expanded.isEmpty ? nil : expanded
    }
}
