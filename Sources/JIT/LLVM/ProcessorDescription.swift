import Foundation

/// The fields of the first processor in the format of Linux's /proc/cpuinfo.
struct ProcessorDescription {
    private var fields: [Substring: Substring] = [:]

    init(_ text: String) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard let colon = line.firstIndex(of: ":") else {
                if line.isEmpty && !fields.isEmpty { break }
                continue
            }
            let name = line[..<colon].trimmingCharacters(in: .whitespaces)
            fields[Substring(name)] = line[line.index(after: colon)...].drop(while: { $0 == " " })
        }
    }

    /// Returns a field's value.
    subscript(name: String) -> String? { fields[Substring(name)].map { String($0) } }

    /// Returns the words of a field's value.
    func words(_ name: String) -> Set<Substring> { Set((fields[Substring(name)] ?? "").split(separator: " ")) }
}
