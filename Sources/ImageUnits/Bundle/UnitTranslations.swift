import Foundation

/// The translations of a bundle, language by language, as their files have them.
package struct UnitTranslations: Sendable {
    /// For each language folder, without `.lproj`, its table or why there is none; folders without `Description.strings` are left out.
    package let tables: [String: Result<[String: String], ImageUnitProblem>]

    /// The language that the unit was written in, whose texts are the keys themselves; `en` unless Info.plist says otherwise.
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
