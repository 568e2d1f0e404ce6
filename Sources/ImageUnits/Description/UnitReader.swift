import Foundation

extension ImageUnitDescription {
    /// Maximum size of a property list of a unit, in bytes.
    package static let propertyListSizeLimit = 4 << 20

    /// Reads and checks a bundle: Info.plist, Description.plist, translations, and the first bytes of its executable.
    ///
    /// It never runs or loads code of the unit, and reads only regular files inside it. An error in one filter doesn't
    /// affect the others.
    ///
    /// - Parameters:
    ///   - bundle: The unit's folder, `Name.plugin`.
    ///   - languages: Languages for the display names, best first, as codes (`de`, `pt-BR`).
    package static func read(
        at bundle: URL, languages: [String] = LanguagePreference.languages()
    ) -> ImageUnitReading {
        let log = IssueLog(bundle: bundle)
        guard let folder = UnitFolder(bundle: bundle) else {
            log.report(.notAFolder, scope: .unit)
            return ImageUnitReading(unit: nil, issues: log.issues, refusedFilters: [])
        }
        let unit = UnitReader(bundle: bundle, folder: folder, languages: languages, log: log).unit()
        guard let unit, !log.hasError(in: .unit) else {
            let fellow = unit?.filters.map { RefusedFilter(name: $0.name, kind: $0.kind) } ?? []
            return ImageUnitReading(unit: nil, issues: log.issues, refusedFilters: log.refusedFilters + fellow)
        }
        return ImageUnitReading(unit: unit, issues: log.issues, refusedFilters: log.refusedFilters)
    }
}

/// Reads one bundle; `InfoReader`, `FilterReader` and `InputReader` read its parts.
struct UnitReader {
    let bundle: URL
    let folder: UnitFolder
    let languages: [String]
    let log: IssueLog

    /// Maximum size of a filter's name, in bytes. Every issue about the filter holds it, and there may be tens of
    /// thousands.
    private static let nameLimit = 255

    func unit() -> ImageUnitDescription? {
        guard let infoList = propertyList("Contents/Info.plist"),
            let description = propertyList("Contents/Resources/Description.plist")
        else { return nil }
        let info = InfoReader(bundle: bundle, folder: folder, list: infoList)
        let strings = DescriptionStrings(
            folder: folder, languages: languages, developmentRegion: infoList.string("CFBundleDevelopmentRegion"),
            log: log)

        description.checkKeys(known: UnitKey.top)
        checkVersion(description)
        let filters = filters(description, strings: strings)
        if !log.unprefixedInputs.isEmpty {
            log.report(.unprefixedInputs(log.unprefixedInputs), .note, scope: .unit, file: description.file)
        }
        return ImageUnitDescription(
            bundle: bundle, identifier: info.identifier(), version: info.version(),
            minimumHostVersion: info.minimumHostVersion(),
            executable: info.executable(isNeeded: filters.contains { $0.kind == .executable }), filters: filters)
    }

    private func propertyList(_ file: String) -> PropertySection? {
        do throws(ImageUnitProblem) {
            let data = try folder.contents(file, limit: ImageUnitDescription.propertyListSizeLimit)
            let list = try PropertyValue(data: data, refusesEqualKeys: true)
            guard let entries = list.dictionary else {
                throw ImageUnitProblem.wrongType(expected: "dictionary", found: list.typeName)
            }
            return PropertySection(
                entries: entries, file: file, path: "", place: PropertyValue.place(in: data), scope: .unit, log: log)
        } catch {
            log.report(error, scope: .unit, file: file)
            return nil
        }
    }

    private func checkVersion(_ description: PropertySection) {
        guard description.entries[UnitKey.plugInVersion] != nil else {
            return description.reportMissing(UnitKey.plugInVersion, severity: .warning)
        }
        if let version = description.number(UnitKey.plugInVersion), version != 1 {
            description.report(.unsupportedVersion("\(version)"), at: UnitKey.plugInVersion)
        }
    }

    private func filters(_ description: PropertySection, strings: DescriptionStrings) -> [FilterDescription] {
        guard description.entries[UnitKey.filterList] != nil else {
            description.reportMissing(UnitKey.filterList)
            return []
        }
        guard let list = description.section(UnitKey.filterList) else { return [] }
        if list.entries.isEmpty { list.report(.noFilters) }
        var filters: [FilterDescription] = []
        for name in list.entries.keys.sorted() {
            var named = list
            named.scope = .filter(name)
            guard name.utf8.count <= Self.nameLimit else {
                named.report(.longFilterName(limit: Self.nameLimit), at: name)
                log.refuse(RefusedFilter(name: name, kind: .executable))
                continue
            }
            guard let section = named.section(name) else { continue }
            let filter = FilterReader(bundle: bundle, folder: folder, strings: strings).filter(name, section)
            if let filter, !log.hasError(in: .filter(name)) {
                filters.append(filter)
            } else {
                let isNonexecutable = section.entries[UnitKey.kernelFile] != nil
                log.refuse(RefusedFilter(name: name, kind: isNonexecutable ? .nonexecutable : .executable))
            }
        }
        return filters
    }
}
