import Foundation

/// Which languages a user reads, best first, and which folders of a bundle hold them.
public enum LanguagePreference {
    /// The languages of the environment: `LANGUAGE` (colon separated), else `LC_ALL`, `LC_MESSAGES` or `LANG`; English when they name none.
    public static func languages(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> [String] {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
        if tag(locale) == "c" || tag(locale) == "posix" { return ["en"] }
        let listed = (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init)
        return (listed.isEmpty ? [locale] : listed).map(tag)
    }

    /// The folder among `folders` (`de.lproj`, `pt_BR.lproj`, `German.lproj`) that serves `language`, or nil.
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

    /// `de_AT.UTF-8@euro` → `de-at`.
    private static func tag(_ name: String) -> String {
        name.prefix { $0 != "." && $0 != "@" }.lowercased().replacingOccurrences(of: "_", with: "-")
    }

    /// Folder names from before bundles used language codes.
    private static let oldNames = [
        "en": "english", "de": "german", "fr": "french", "ja": "japanese", "es": "spanish", "it": "italian",
        "nl": "dutch",
        "sv": "swedish", "da": "danish", "no": "norwegian", "fi": "finnish", "ko": "korean", "pt": "portuguese",
    ]
}
