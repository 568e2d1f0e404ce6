/// The candidate most like `name`, for "did you mean"; nil when none is close.
///
/// Letters may differ in case, and about one letter in three may be added, left out, changed or swapped with its neighbour.
func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars)
    guard !wanted.isEmpty, wanted.count <= 128 else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates where candidate != name {
        let letters = Array(candidate.lowercased().unicodeScalars)
        guard letters.count <= 128 else { continue }
        let distance = editDistance(wanted, letters)
        guard distance <= max(1, wanted.count / 3) else { continue }
        if best.map({ (distance, candidate) < ($0.distance, $0.name) }) ?? true { best = (candidate, distance) }
    }
    return best?.name
}

/// Edits that turn one text into the other, a swap of neighbours counting once (Damerau's distance, restricted form).
private func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var previous = Array(0...b.count)
    for i in 0..<a.count {
        var row = [i + 1]
        for j in 0..<b.count {
            var cost = min(previous[j + 1] + 1, row[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
            row.append(cost)
        }
        (before, previous) = (previous, row)
    }
    return previous[b.count]
}
