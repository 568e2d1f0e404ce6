import Foundation
import ImageUnits
import UntrustedInput

/// A unit's Info.plist from its sources, to be written into a bundle.
struct UnitInfoList {
    private let entries: [String: Any]
    private let path: String
    private let product: String

    /// Reads a list; `product` is the unit's name, which replaces its build settings.
    init(at file: URL, product: String) throws(AuthoringError) {
        (path, self.product) = (file.path, product)
        guard let data = FileManager.default.contents(atPath: file.path) else {
            throw .file(FileFailure(file.path, "read"))
        }
        guard data.count <= ImageUnitDescription.propertyListSizeLimit else {
            throw .malformedPropertyList(
                file.path, detail: "it has more than \(ImageUnitDescription.propertyListSizeLimit) bytes")
        }
        let list: PropertyValue
        do throws(ImageUnitProblem) {
            list = try PropertyValue(data: data)
        } catch {
            if case .malformedPropertyList(let detail) = error {
                throw .malformedPropertyList(file.path, detail: detail)
            }
            throw .malformedPropertyList(file.path, detail: error.message)
        }
        guard case .dictionary(let entries) = list else {
            throw .malformedPropertyList(file.path, detail: "it is no dictionary")
        }
        self.entries = entries.mapValues(\.foundationValue)
    }

    /// Checks that the list has an identifier, and that all its build settings have values.
    func check() throws(AuthoringError) {
        let key = "CFBundleIdentifier"
        guard let identifier = entries[key] as? String, !identifier.allSatisfy(\.isWhitespace) else {
            let others = entries.keys.filter { $0 != key }.sorted()
            throw .missingIdentifier(
                path, misspelt: entries[key] == nil ? NearestName.of(key, among: others, atMost: 2) : nil)
        }
        var unreplaced: [String: String] = [:]
        for (key, value) in entries {
            if let text = firstUnreplaced(value) { unreplaced[key] = text }
        }
        if !unreplaced.isEmpty { throw .unreplacedSettings(path, unreplaced) }
    }

    /// Returns the first text in a value with a build setting other than the product's name.
    private func firstUnreplaced(_ value: Any) -> String? {
        switch value {
        case let text as String: BuildSetting.expand(text, product: product).isComplete ? nil : text
        case let list as [Any]: list.lazy.compactMap(firstUnreplaced).first
        case let entries as [String: Any]:
            entries.sorted { $0.key < $1.key }.lazy.compactMap { firstUnreplaced($0.value) }.first
        default: nil
        }
    }

    /// Returns the name of the unit's library.
    ///
    /// - Throws: `AuthoringError` if it is missing, or isn't valid as a file name.
    func executableName() throws(AuthoringError) -> String {
        guard let text = entries["CFBundleExecutable"] as? String else { throw .missingExecutableName(path) }
        let name = BuildSetting.expand(text, product: product).text
        guard !name.isEmpty, !name.contains("/"), !name.hasPrefix("."), !name.contains("$"), name.utf8.count <= 255
        else { throw .invalidExecutableName(path, name: name) }
        return name
    }

    /// Returns the list for the bundle, with its build settings replaced, and with the stamp of the library.
    func stamped(with stamp: UnitBuildStamp?) throws(AuthoringError) -> Data {
        var result = entries.mapValues(expanded)
        result["CoreImageStamp"] = stamp?.propertyList
        do {
            return try PropertyListSerialization.data(fromPropertyList: result, format: .xml, options: 0)
        } catch {
            throw .malformedPropertyList(path, detail: "it can't be written again: \(error.localizedDescription)")
        }
    }

    private func expanded(_ value: Any) -> Any {
        switch value {
        case let text as String: BuildSetting.expand(text, product: product).text
        case let list as [Any]: list.map(expanded)
        case let entries as [String: Any]: entries.mapValues(expanded)
        default: value
        }
    }
}
