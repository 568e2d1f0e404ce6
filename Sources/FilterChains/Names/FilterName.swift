import CommandOutput
import CoreImage
import UntrustedInput

/// Finds filters and keys by the names that users write.
package enum FilterName {
    /// Returns the filter for a name, with or without `CI` and in any case. The short name of a built-in filter always
    /// refers to it, even if a unit has a filter of that name.
    package static func filter(named text: String) throws -> CIFilter {
        // Only built-in filters have a status. A name in its usual spelling needs no list of all names.
        for name in ["CI" + text, text] where CIFilter.status(forFilterName: name) != nil {
            if let filter = CIFilter(name: name) { return filter }
        }
        let wanted = text.lowercased()
        let builtIn = CIFilter.filterNames(inCategory: kCICategoryBuiltIn).first {
            $0.hasPrefix("CI") && $0.lowercased() == "ci" + wanted
        }
        if let filter = builtIn.flatMap({ CIFilter(name: $0) }) { return filter }
        if let filter = CIFilter(name: text) ?? CIFilter(name: "CI" + text) { return filter }
        let names = CIFilter.filterNames(inCategory: nil)
        if let match = names.first(where: { $0.lowercased() == wanted || $0.lowercased() == "ci" + wanted }),
            let filter = CIFilter(name: match)
        {
            return filter
        }
        // If a refused unit has the filter, its error is more helpful than a similar name.
        do throws(CIFilterError) { _ = try CIFilter.named(text) } catch {
            if case .unavailableFilter = error { throw error }
        }
        let suggestion = NearestName.of(text, among: names, optionalPrefix: "CI")
        if suggestion == nil, let similar = similar(to: wanted, among: names) {
            throw Refusal("there is no filter named \(printable(text)); \(similar)")
        }
        throw CIFilterError.unknownFilter(name: text, suggestion: suggestion)
    }

    /// Returns a remedy that lists the filters whose names contain a text in lower case; nil if there are none.
    static func similar(to text: String, among names: [String]) -> String? {
        let found = text.count < 3 ? [] : names.filter { $0.lowercased().contains(text) }.map { printable($0) }
        switch found.count {
        case 0: return nil
        case 1...3:
            let last = found[found.count - 1]
            return "did you mean "
                + (found.count == 1 ? last : found.dropLast().joined(separator: ", ") + " or " + last)
                + "?"
        default:
            return
                "\(found.count) filters have it in their names: \(found.prefix(3).joined(separator: ", ")) and others; "
                + "list them with 'coreimage filters --search \(printable(text))'"
        }
    }

    /// Returns the filter's key for a key, with or without `input` and in any case.
    package static func key(_ text: String, of filter: CIFilter) throws -> String {
        let keys = filter.inputKeys
        if keys.contains(text) { return text }
        let wanted = text.lowercased()
        if let match = keys.first(where: { $0.lowercased() == wanted || $0.lowercased() == "input" + wanted }) {
            return match
        }
        let suggestion = NearestName.of(text, among: keys, optionalPrefix: "input")
        throw CIFilterError.unknownKey(filter: filter.name, key: text, suggestion: suggestion, known: keys)
    }
}
