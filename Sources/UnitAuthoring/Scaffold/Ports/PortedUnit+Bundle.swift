import Foundation
import ImageUnits
import KernelLanguage

extension PortedUnit {
    /// Makes a unit from a bundle of another system. Property lists, kernels, texts and nonexecutable filters are kept.
    /// An executable filter becomes a Swift class if its inputs match the parameters of one of the kernels. Other
    /// filters are left out, and listed in `PORTING.md`.
    ///
    /// - Parameter identifier: The unit's identifier; nil for that of the bundle.
    package init(bundle folder: URL, name: UnitName, identifier: BundleIdentifier?, corePackage: String?)
        throws(PortingError)
    {
        let bundle = try ForeignBundle(folder)
        var ported: [PortedFilter] = []
        var missing: [(filter: FilterDescription, reason: String)] = []
        for filter in bundle.unit.filters where filter.kind == .executable {
            let taken = Set(ported.map(\.className.text) + ["\(name)Loader"])
            switch Self.filter(filter, of: bundle, unit: name, taken: taken) {
            case .success(let made): ported.append(made)
            case .failure(let reason): missing.append((filter, reason.text))
            }
        }
        let hasCode = !ported.isEmpty || !missing.isEmpty
        guard let own = identifier ?? (try? BundleIdentifier(bundle.unit.identifier)) else {
            throw .identifier(bundle.unit.identifier, of: folder.path, unit: name.text)
        }
        var scaffold = UnitScaffold(
            name: name, identifier: own, kind: hasCode ? .swift : .kernel, corePackage: corePackage)
        if let version = bundle.unit.version, Self.isVersion(version) { scaffold.version = version }
        let resources = scaffold.partsFolder + "Resources/"
        let notes = PortingNotes(bundle: bundle, name: name, ported: ported, missing: missing)
        var texts = Self.projectFiles(of: scaffold, classes: ported)
        texts["README.md"] = scaffold.readMe(for: ported, hasNotes: true)
        texts["PORTING.md"] = notes.text
        var files = Self.data(texts)
        for file in bundle.files {
            guard let data = FileManager.default.contents(atPath: file.url.path) else {
                throw .authoring(.file(FileFailure(file.url.path, "read")))
            }
            files[resources + file.path] = data
        }
        files[resources + "Description.plist"] = try Self.data(
            list: Self.list(of: bundle, ported: ported), of: folder.path)
        (self.name, self.files, remarks) = (name, files, notes.summary)
    }

    /// Returns Description.plist with all filters that the unit has, those with code under their new classes.
    private static func list(of bundle: ForeignBundle, ported: [PortedFilter]) -> Any {
        guard case .dictionary(var top) = bundle.list else { return [String: Any]() }
        var filters: [String: Any] = [:]
        let listed = top.removeValue(forKey: "CIPlugInFilterList")?.dictionary ?? [:]
        for filter in bundle.unit.filters where filter.kind == .nonexecutable {
            filters[filter.name] = listed[filter.name]?.foundationValue
        }
        for filter in ported { filters[filter.name] = filter.propertyList(kernelFile: nil) }
        var list = top.mapValues(\.foundationValue)
        list["CIPlugInFilterList"] = filters
        return list
    }

    /// The reason why a filter is left out.
    private struct Reason: Error { let text: String }

    /// Makes a class for an executable filter, or returns the reason why that isn't possible.
    private static func filter(
        _ filter: FilterDescription, of bundle: ForeignBundle, unit: UnitName, taken: Set<String>
    ) -> Result<PortedFilter, Reason> {
        guard let kernel = bundle.kernel(for: filter) else {
            return .failure(
                Reason(
                    text: filter.inputs.isEmpty
                        ? "its inputs are in its code alone"
                        : "no kernel, or more than one, takes its inputs in their order"))
        }
        var parameters = kernel.program.parameters[...]
        var isMoved = kernel.program.kind == .warp
        let inputs = filter.inputs.map { input in
            if isMoved, input.className == "CIImage" {
                isMoved = false
                return PortedInput(input, for: nil)
            }
            return PortedInput(input, for: parameters.popFirst())
        }
        // The name of the original class may be invalid or reserved in Swift, so a numbered name is the alternative.
        let names = [filter.className, "\(unit)Filter\(taken.count)"]
        guard let className = names.filter({ !taken.contains($0) }).compactMap({ try? UnitName($0) }).first else {
            return .failure(Reason(text: "its class needs another name"))
        }
        let made = PortedFilter(
            name: filter.name, className: className, title: filter.displayName, summary: filter.summary ?? "",
            categories: filter.categories, inputs: inputs,
            kernel: kernel)
        return made.swiftClass == nil
            ? .failure(Reason(text: "the key of an input can't be the name of a property")) : .success(made)
    }

    private static func isVersion(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 40
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") }
    }
}
