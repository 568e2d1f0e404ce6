/// Finds the name that was probably meant, for "did you mean" suggestions in errors.
package enum NearestName {
    /// Returns the candidate closest to `name`, or nil if none is close enough to be a typing error.
    ///
    /// About one letter in three may be inserted, deleted, changed or swapped with its neighbour. Case is ignored.
    ///
    /// - Parameter limit: Maximum number of letters that may differ, for callers where one in three is too many.
    package static func of(_ name: String, among candidates: some Sequence<String>, atMost limit: Int = .max)
        -> String?
    {
        let written = Array(name.prefix(64).lowercased().utf8)
        let tolerance = min(limit, written.count <= 3 ? 1 : max(2, written.count / 3))
        var best: (name: String, distance: Int)?
        for candidate in candidates where candidate != name && candidate.utf8.count <= 64 {
            let letters = Array(candidate.lowercased().utf8)
            guard abs(letters.count - written.count) <= tolerance else { continue }
            let distance = editDistance(written, letters)
            guard distance <= tolerance, distance < max(written.count, letters.count) else { continue }
            if best.map({ (distance, candidate) < ($0.distance, $0.name) }) ?? true { best = (candidate, distance) }
        }
        return best?.name
    }

    /// Returns the candidate closest to `name`, or else the one closest to `name` with this prefix in front.
    package static func of(_ name: String, among candidates: [String], optionalPrefix prefix: String) -> String? {
        of(name, among: candidates) ?? of(prefix + name, among: candidates)
    }

    /// Returns the number of insertions, deletions, substitutions and swaps of neighbours that turn one text into the
    /// other.
    static func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1] + [Int](repeating: 0, count: b.count)
            for j in b.indices {
                row[j + 1] = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
                }
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
