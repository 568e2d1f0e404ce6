import Foundation

/// The user's languages, best first, and the folders of a bundle that match them.
package enum LanguagePreference {
    /// Returns the languages from the environment: `LANGUAGE` (colon separated), otherwise `LC_ALL`, `LC_MESSAGES` or
    /// `LANG`; English if none is set.
    package static func languages(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> [String] {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
        if tag(locale) == "c" || tag(locale) == "posix" { return ["en"] }
        let listed = (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init)
        return (listed.isEmpty ? [locale] : listed).map(tag)
    }

    /// Returns the folder among `folders` (`de.lproj`, `pt_BR.lproj`, `German.lproj`) that best matches `language`, or
    /// nil.
    static func folder(for language: String, among folders: [String]) -> String? {
        let wanted = tag(language)
        let primary = String(wanted.prefix { $0 != "-" })
        var names = [wanted]
        if primary == "zh" { names.append(["zh-tw", "zh-hk", "zh-mo"].contains(wanted) ? "zh-hant" : "zh-hans") }
        names.append(primary)
        if let old = oldNames[primary] { names.append(old) }
        let tags = folders.map { (tag: tag(String($0.dropLast(".lproj".count))), folder: $0) }
        for name in names {
            if let found = tags.first(where: { $0.tag == name }) { return found.folder }
        }
        return wanted == primary ? tags.first { $0.tag.hasPrefix(primary + "-") }?.folder : nil
    }

    /// Turns `de_AT.UTF-8@euro` into `de-at`.
    private static func tag(_ name: String) -> String {
        name.prefix { $0 != "." && $0 != "@" }.lowercased().replacingOccurrences(of: "_", with: "-")
    }

    /// Folder names that bundles used before there were language codes.
    private static let oldNames = [
        "en": "english", "de": "german", "fr": "french", "ja": "japanese", "es": "spanish", "it": "italian",
        "nl": "dutch",
        "sv": "swedish", "da": "danish", "no": "norwegian", "fi": "finnish", "ko": "korean", "pt": "portuguese",
    ]
}
