/// The field `Cache-Control` of responses, by RFC 9111.
enum CacheControl {
    /// Returns a configured value for an address that is valid for a time only. Shared caches don't keep its result,
    /// and no cache keeps it longer than that.
    ///
    /// - Parameter seconds: The rest of the time.
    static func limited(_ value: String, to seconds: Int) -> String {
        var directives = value.split(separator: ",").map { $0.drop { $0 == " " } }
        let names = directives.map { $0.lowercased() }
        if names.contains("no-store") { return value }
        let age = names.lazy.compactMap { $0.hasPrefix("max-age=") ? Int($0.dropFirst(8)) : nil }.first
        directives = zip(directives, names).filter {
            !["public", "private"].contains($1) && !$1.hasPrefix("max-age=") && !$1.hasPrefix("s-maxage=")
        }.map(\.0)
        return (["private", "max-age=\(min(age ?? seconds, seconds))"] + directives).joined(separator: ", ")
    }
}
