import Foundation

/// The translations of a bundle by language, as stored in its files.
package struct UnitTranslations: Sendable {
    /// The table of each language folder, named without `.lproj`, or the reason why it can't be read. Folders without
    /// `Description.strings` are left out.
    package let tables: [String: Result<[String: String], ImageUnitProblem>]

    /// The language that the unit was written in; the keys are texts in this language. `en` unless Info.plist names
    /// another.
    package let developmentLanguage: String

    /// Reads every `xx.lproj/Description.strings` of a bundle.
    package init(bundle: URL) {
        guard let folder = UnitFolder(bundle: bundle) else {
            (tables, developmentLanguage) = ([:], "en")
            return
        }
        let info = try? PropertyValue(
            data: folder.contents("Contents/Info.plist", limit: ImageUnitDescription.propertyListSizeLimit))
        developmentLanguage = info?.dictionary?["CFBundleDevelopmentRegion"]?.string ?? "en"
        var tables: [String: Result<[String: String], ImageUnitProblem>] = [:]
        for name in folder.names(in: "Contents/Resources") where name.hasSuffix(".lproj") {
            let path = "Contents/Resources/\(name)/Description.strings"
            guard folder.exists(path) else { continue }
            let language = String(name.dropLast(".lproj".count))
            do throws(ImageUnitProblem) {
                let data = try folder.contents(path, limit: DescriptionStrings.sizeLimit)
                tables[language] = .success(try DescriptionStrings.table(data, path: path))
            } catch {
                tables[language] = .failure(error)
            }
        }
        self.tables = tables
    }
}
