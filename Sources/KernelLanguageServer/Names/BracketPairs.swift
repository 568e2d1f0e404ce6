import KernelLanguage

/// The pairs of brackets in a list of tokens, found in one pass.
struct BracketPairs {
    /// The index of the closing bracket by that of the opening one.
    private(set) var closing: [Int: Int] = [:]
    /// The number of arguments by the index of the opening parenthesis, also if it isn't closed.
    private(set) var argumentCounts: [Int: Int] = [:]

    init() {}

    /// Finds the pairs. A statement's end or a brace ends all open brackets.
    init(_ tokens: [Token]) {
        var open: [(index: Int, commas: Int, isEmpty: Bool)] = []
        for (index, token) in tokens.enumerated() {
            switch token.kind == .punctuator ? token.text : "" {
            case "(", "[":
                if !open.isEmpty { open[open.count - 1].isEmpty = false }
                open.append((index, 0, true))
            case ")", "]":
                guard let last = open.popLast() else { continue }
                closing[last.index] = index
                argumentCounts[last.index] = last.isEmpty ? 0 : last.commas + 1
            case ";", "{", "}":
                for last in open { argumentCounts[last.index] = last.isEmpty ? 0 : last.commas + 1 }
                open.removeAll()
            case ",":
                if !open.isEmpty {
                    open[open.count - 1].commas += 1
                    open[open.count - 1].isEmpty = false
                }
            default: if !open.isEmpty { open[open.count - 1].isEmpty = false }
            }
        }
        for last in open { argumentCounts[last.index] = last.isEmpty ? 0 : last.commas + 1 }
    }
}
