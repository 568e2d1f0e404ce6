import Foundation
import ImageUnits
import UntrustedInput

extension PortedUnit {
    /// Makes a unit from the kernels in a file, with one filter for each. The filter has the unit's name if it is the
    /// file's only kernel, and the kernel's name otherwise.
    ///
    /// - Parameters:
    ///   - file: The file with the kernels' source.
    ///   - kernel: The name of the only kernel to use; nil for all.
    ///   - kind: `kernel` or `swift`; nil for `kernel` if all kernels may be in nonexecutable filters, otherwise
    ///     `swift`.
    package init(
        kernelFile file: URL, only kernel: String?, name: UnitName, identifier: BundleIdentifier, kind: UnitKind?,
        corePackage: String?
    ) throws(PortingError) {
        try self.init(
            kernelText: try Self.text(of: file), path: file.path, only: kernel, name: name, identifier: identifier,
            kind: kind, corePackage: corePackage)
    }

    /// Makes a unit from the kernels in a text, as of a file.
    ///
    /// - Parameters:
    ///   - path: The name of the text in errors.
    ///   - preset: Values and regions of the kernel; nil for those that follow from its parameters.
    package init(
        kernelText text: String, path: String, only kernel: String?, name: UnitName, identifier: BundleIdentifier,
        kind: UnitKind?, corePackage: String?, preset: KernelPreset? = nil
    ) throws(PortingError) {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        let all = try PortedKernel.kernels(in: text, file: "\(name).cikernel", shownAs: path)
        let chosen = kernel.map { wanted in all.filter { $0.program.name == wanted } } ?? all
        guard !chosen.isEmpty else {
            throw .unknownKernel(kernel ?? "", file: file, known: all.map(\.program.name))
        }
        let reaching = chosen.first { !$0.isForNonexecutable }
        if kind == .kernel, let reaching { throw .needsCode(kernel: reaching.program.name, file: file) }
        let scaffold = UnitScaffold(
            name: name, identifier: identifier, kind: kind ?? (reaching == nil ? .kernel : .swift),
            corePackage: corePackage)
        let filters: [PortedFilter]
        do throws(AuthoringError) {
            filters = try Self.filters(of: chosen, preset, in: scaffold)
        } catch {
            throw .authoring(error)
        }
        var texts = Self.projectFiles(of: scaffold, classes: filters)
        texts["README.md"] = scaffold.readMe(for: filters)
        let resources = scaffold.partsFolder + "Resources/"
        texts[resources + "en.lproj/Description.strings"] = Self.strings(of: filters)
        if scaffold.kind == .kernel { texts[resources + "\(name).cikernel"] = text }
        let entries = filters.map { filter in
            (filter.name, filter.propertyList(kernelFile: scaffold.kind == .kernel ? name.text : nil))
        }
        let list: [String: Any] = [
            "CIPlugInVersion": NSNumber(value: 1),
            "CIPlugInFilterList": Dictionary(entries) { first, _ in first },
        ]
        var files = Self.data(texts)
        files[resources + "Description.plist"] = try Self.data(list: list, of: path)
        self.name = name
        self.files = files
        let isChosenHere = kind == nil && scaffold.kind == .swift
        remarks =
            isChosenHere
            ? ["\(reaching?.program.name ?? "a kernel") reads other pixels than its own: the unit is one in Swift"] : []
    }

    private static func filters(
        of kernels: [PortedKernel], _ preset: KernelPreset?, in scaffold: UnitScaffold
    ) throws(AuthoringError) -> [PortedFilter] {
        var filters: [PortedFilter] = []
        for kernel in kernels {
            // If a file has several kernels, the host selects the one with the filter's name.
            let isOnly = kernel.kernelCountInFile == 1
            let className =
                try isOnly ? scaffold.name : UnitName("\(scaffold.name)\(CamelCase.joined(kernel.program.name))Filter")
            let name = isOnly ? scaffold.name.text : kernel.program.name
            filters.append(PortedFilter(name: name, className: className, kernel: kernel, preset: preset))
        }
        return filters
    }

    private static func text(of file: URL) throws(PortingError) -> String {
        let bytes: [UInt8]
        do throws(FileReader.Failure) {
            bytes = try FileReader.bytes(at: file.path, limit: FilterDescription.kernelSizeLimit)
        } catch {
            throw .file(file.path, reason: String(cString: strerror(error.code)))
        }
        guard let text = UnicodeText.text(utf8: bytes) else { throw .file(file.path, reason: "it is not UTF-8") }
        return text
    }

    /// Returns Description.strings in English, as the basis for translations.
    private static func strings(of filters: [PortedFilter]) -> String {
        var seen: Set<String> = []
        var lines = ["/* What people see, as Description.plist has it; copy the folder to xx.lproj to translate it. */"]
        for filter in filters {
            let texts = [filter.title, filter.summary] + filter.inputs.flatMap { [$0.displayName, $0.summary] }
            for text in texts where seen.insert(text).inserted { lines.append("\"\(text)\" = \"\(text)\";") }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
