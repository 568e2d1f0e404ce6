import Foundation
import UntrustedInput

/// Reads one entry of `CIPlugInFilterList`.
struct FilterReader {
    let bundle: URL
    let folder: UnitFolder
    let strings: DescriptionStrings

    /// Returns the filter; nil if errors make a description impossible. They are reported.
    func filter(_ name: String, _ section: PropertySection) -> FilterDescription? {
        let isNonexecutable = section.entries[UnitKey.kernelFile] != nil
        let isProcessor = section.entries[UnitKey.processorFunction] != nil
        // If one of these keys is misspelt, the filter would be of another kind or have no inputs, and further errors
        // would only follow from that.
        let decisive = UnitKey.kinds.union(isNonexecutable || isProcessor ? UnitKey.inputHolders : [])
        guard section.checkKeys(known: UnitKey.filter.union(UnitKey.attributes), decisive: decisive) else { return nil }
        if isNonexecutable, isProcessor {
            section.report(.kernelAndFunction, at: UnitKey.processorFunction)
            return nil
        }
        let listDefinesInputs = isNonexecutable || isProcessor
        guard let className = className(name, section, listDefinesInputs) else { return nil }
        let kernel = isNonexecutable ? kernelFile(section) : nil
        let processor = processor(section)
        if isNonexecutable && kernel == nil || isProcessor && processor == nil { return nil }

        var described = section
        // The code of a class decides how the filter works. Apart from its class and name, the list only describes it.
        if !listDefinesInputs { described.severity = .warning }
        let attributes =
            described.section(UnitKey.filterAttributes)
            ?? described.section([:], at: UnitKey.filterAttributes)
        let lacksInputs = listDefinesInputs && described.entries[UnitKey.inputs] == nil
        guard let inputNames = checkAttributes(attributes, lacksInputs: lacksInputs) else { return nil }
        let both = [attributes, described]
        for section in both { section.checkStrings(UnitKey.keptStrings) }
        let givenName = first(UnitKey.attributeFilterDisplayName, both)
        // Of the two names, only the first is read.
        if givenName != nil { described.checkStrings([UnitKey.filterDisplayName]) }
        let displayName = givenName ?? first(UnitKey.filterDisplayName, [described]) ?? name

        let inputs = inputs(both, unordered: inputNames, listDefinesInputs: listDefinesInputs)
        if isProcessor { checkVectors(inputs, described) }

        return FilterDescription(
            bundle: bundle, name: name, className: className, kernelFile: kernel, processor: processor,
            displayName: strings.text(displayName),
            summary: first(UnitKey.attributeDescription, both).map(strings.text),
            categories: categories(both, listDefinesInputs: listDefinesInputs), inputs: inputs,
            outputs: outputs(both), hasCustomInterface: hasCustomInterface(described),
            attributes: attributes.entries.filter { !UnitKey.placed.contains($0.key) })
    }

    private func className(_ name: String, _ section: PropertySection, _ listDefinesInputs: Bool) -> String? {
        if let className = section.string(UnitKey.filterClass) { return className }
        if section.entries[UnitKey.filterClass] == nil {
            if listDefinesInputs { return name }
            section.reportMissing(UnitKey.filterClass)
        }
        return nil
    }

    /// Returns the path of the kernel file, relative to the bundle. Adds `.cikernel` if the list leaves the extension
    /// out.
    private func kernelFile(_ section: PropertySection) -> String? {
        guard let name = section.string(UnitKey.kernelFile) else { return nil }
        do throws(ImageUnitProblem) {
            guard !name.isEmpty else {
                throw ImageUnitProblem.malformedValue(name, expected: "the name of a kernel file")
            }
            if name.hasPrefix("/") || UnitFolder.leaves(name) { throw ImageUnitProblem.escapesBundle(path: name) }
            let given = "Contents/Resources/" + name
            let file =
                name.contains(".") && folder.exists(given)
                ? given : given + (name.hasSuffix(".cikernel") ? "" : ".cikernel")
            _ = try folder.start(file, count: 0)
            return file
        } catch {
            section.report(error, at: UnitKey.kernelFile)
            return nil
        }
    }

    /// Returns the C functions of a filter; nil if there are none, or a name is invalid, which is reported.
    private func processor(_ section: PropertySection) -> ProcessorSymbols? {
        let names = [UnitKey.processorFunction, UnitKey.regionFunction].map { key -> String? in
            guard let name = section.string(key) else { return nil }
            if SymbolName.isValid(name) { return name }
            section.report(.malformedValue(name, expected: "the name of a C function"), at: key)
            return nil
        }
        let hasRegion = section.entries[UnitKey.regionFunction] != nil
        if hasRegion, section.entries[UnitKey.processorFunction] == nil {
            section.report(.regionWithoutFunction, at: UnitKey.regionFunction, severity: .warning)
        }
        guard let function = names[0], !hasRegion || names[1] != nil else { return nil }
        return ProcessorSymbols(function: function, regionFunction: names[1])
    }

    /// Checks that each vector has a default of 2 to 4 components. Its length selects the struct that the C function
    /// takes.
    private func checkVectors(_ inputs: [InputDescription], _ section: PropertySection) {
        for input in inputs where input.className == "CIVector" {
            var count: Int?
            if case .vector(let values)? = input.defaultValue { count = values.count }
            if !(2...4).contains(count ?? 0) {
                section.report(.unsuitedVector(input: input.name, count: count), at: UnitKey.inputs)
            }
        }
    }

    /// Warns about unknown attributes, and returns the names of inputs that are placed among them, as in a
    /// `customAttributes` dictionary.
    ///
    /// - Parameter lacksInputs: Whether a key that looks like `CIInputs` is an error.
    /// - Returns: The names of the inputs; nil if there is such an error.
    private func checkAttributes(_ attributes: PropertySection, lacksInputs: Bool) -> [String]? {
        let inputs = attributes.entries.filter { !UnitKey.attributes.contains($0.key) && $0.value.dictionary != nil }
        let isUsable = attributes.checkKeys(
            known: UnitKey.attributes, decisive: lacksInputs ? [UnitKey.inputs] : [], where: { inputs[$0] == nil })
        return isUsable ? inputs.keys.sorted() : nil
    }

    private func inputs(_ sections: [PropertySection], unordered: [String], listDefinesInputs: Bool)
        -> [InputDescription]
    {
        let holder = sections.first { $0.entries[UnitKey.inputs] != nil }
        if listDefinesInputs, !unordered.isEmpty { sections[0].report(.unorderedInputs(unordered)) }
        var places: [(PropertySection, name: String?)] = []
        if let holder, let value = holder.entries[UnitKey.inputs] {
            guard let list = value.array else {
                holder.report(.wrongType(expected: "array", found: value.typeName), at: UnitKey.inputs)
                return []
            }
            for (index, element) in list.enumerated() {
                guard let entries = element.dictionary else {
                    holder.report(
                        .wrongType(expected: "dictionary", found: element.typeName), at: UnitKey.inputs, element: index)
                    continue
                }
                places.append((holder.section(entries, at: UnitKey.inputs, element: index), nil))
            }
        }
        if !listDefinesInputs {
            for name in unordered { if let input = sections[0].section(name) { places.append((input, name)) } }
        }
        var inputs: [InputDescription] = []
        var names: Set<String> = []
        for (section, name) in places {
            let reader = InputReader(folder: folder, strings: strings, listDefinesInputs: listDefinesInputs)
            guard let input = reader.input(section, name: name) else { continue }
            if names.insert(input.name).inserted {
                inputs.append(input)
            } else {
                section.report(.duplicateInput(input.name), at: UnitKey.attributeName)
            }
        }
        return inputs
    }

    private func categories(_ sections: [PropertySection], listDefinesInputs: Bool) -> [String] {
        let key = UnitKey.attributeFilterCategories
        guard let section = sections.first(where: { $0.entries[key] != nil }), let value = section.entries[key] else {
            // A class registers its own categories.
            if listDefinesInputs { sections[0].reportMissing(key, severity: .warning) }
            return []
        }
        guard let elements = value.array ?? value.string.map({ [.string($0)] }) else {
            section.report(.wrongType(expected: "array", found: value.typeName), at: key)
            return []
        }
        // One category is accepted without its array.
        if value.array == nil {
            section.report(.wrongType(expected: "array", found: value.typeName), at: key, severity: .warning)
        }
        var names: [String] = []
        for (index, element) in elements.enumerated() {
            guard let name = element.string?.trimmingCharacters(in: .whitespaces), !name.isEmpty else {
                section.report(.wrongType(expected: "string", found: element.typeName), at: key, element: index)
                continue
            }
            if !UnitKey.categories.contains(name), let nearest = NearestName.of(name, among: UnitKey.categories) {
                section.report(
                    .misspeltName(name, nearest: nearest), at: key, element: index, severity: .warning)
            }
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    private func outputs(_ sections: [PropertySection]) -> [PropertyValue] {
        guard let value = sections.lazy.compactMap({ $0.entries[UnitKey.outputs] }).first else { return [] }
        return value.array ?? [value]
    }

    /// Whether the key is there. It is documented to have no value, so that any value but false counts. A value that
    /// says neither yes nor no is probably a mistake.
    private func hasCustomInterface(_ section: PropertySection) -> Bool {
        let value = section.entries[UnitKey.hasCustomInterface]
        switch value {
        case nil, .boolean, .integer(0), .integer(1), .string(""): break
        case let value?:
            section.report(
                .wrongType(expected: "boolean", found: value.typeName), at: UnitKey.hasCustomInterface,
                severity: .warning)
        }
        switch value {
        case nil, .boolean(false), .integer(0): return false
        default: return true
        }
    }

    private func first(_ key: String, _ sections: [PropertySection]) -> String? {
        sections.first { $0.entries[key] != nil }?.string(key)
    }
}
