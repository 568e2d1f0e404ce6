/// A filter in a chain, as written on the command line.
struct ChainStep: Equatable {
    /// The filter's name as written.
    var filter: String
    /// Keys and values as written, in order.
    var settings: [Setting] = []
    /// The label of the result, given with `as`.
    var label: String?

    /// A setting `key=value`.
    struct Setting: Equatable {
        var key: String
        var value: String
    }
}

/// A syntax error in a chain of filters.
enum ChainSyntaxError: Error, Equatable, CustomStringConvertible {
    case noFilter
    case settingWithoutFilter(String)
    case notASetting(String, filter: String)
    case missingLabel(filter: String)
    case afterLabel(String, label: String)
    case reservedLabel(String)
    case duplicateLabel(String)
    case emptyStep(after: String?)
    case missingLastStep(after: String)
    case settingTwice(key: String, filter: String)

    var description: String {
        switch self {
        case .noFilter:
            "no filter is given; write filters behind --, as in: -- SepiaTone intensity=0.8, GaussianBlur radius=3"
        case .settingWithoutFilter(let text): "\(text) stands before any filter's name; write NAME \(text)"
        case .notASetting(let text, let filter):
            "\(text) is not a setting of \(filter); write key=value, and a comma before the next filter's name"
        case .missingLabel(let filter): "'as' behind \(filter) needs a label, as in: \(filter) as soft"
        case .afterLabel(let text, let label):
            "'\(text)' follows the label \(label); write a comma before the next filter"
        case .reservedLabel(let label): "the label \(label) is taken: @input is the picture read from the file"
        case .duplicateLabel(let label): "the label \(label) is given twice"
        case .emptyStep(let filter?):
            "no filter stands between the commas behind \(filter); write one comma between two filters"
        case .emptyStep(nil): "the first filter is missing before a comma; write its name, or leave the comma out"
        case .missingLastStep(let filter):
            "no filter stands behind the last comma, which follows \(filter); write its name, or leave the comma out"
        case .settingTwice(let key, let filter): "\(key) of \(filter) is given twice; leave one of them out"
        }
    }
}

extension ChainStep {
    /// Parses `NAME key=value… [as LABEL] [, NAME …]…` from the words after `--`. A comma may be a separate word, or be
    /// at the end of a word or between two names.
    static func parse(_ text: [String]) throws(ChainSyntaxError) -> [ChainStep] {
        let words = text.flatMap(separatingNames)
        var steps: [ChainStep] = []
        var current: ChainStep?
        var labels: Set<String> = []
        var index = words.startIndex
        // Whether the last word ends with a comma.
        var hasOpenEnd = false

        func finish() {
            if let step = current { steps.append(step) }
            current = nil
        }

        while index < words.endIndex {
            var word = words[index]
            index += 1
            let endsStep = word.hasSuffix(",")
            if !word.isEmpty { hasOpenEnd = endsStep }
            if endsStep { word.removeLast() }
            if !word.isEmpty {
                if var step = current {
                    if let label = step.label { throw .afterLabel(word, label: label) }
                    if word == "as" && !endsStep {
                        guard index < words.endIndex else { throw .missingLabel(filter: step.filter) }
                        var label = words[index]
                        index += 1
                        let labelEndsStep = label.hasSuffix(",")
                        if labelEndsStep { label.removeLast() }
                        hasOpenEnd = labelEndsStep
                        guard !label.isEmpty else { throw .missingLabel(filter: step.filter) }
                        guard label != "input" else { throw .reservedLabel(label) }
                        guard labels.insert(label).inserted else { throw .duplicateLabel(label) }
                        step.label = label
                        current = step
                        if labelEndsStep { finish() }
                        continue
                    }
                    guard let equals = word.firstIndex(of: "="), equals > word.startIndex else {
                        throw .notASetting(word, filter: step.filter)
                    }
                    let key = String(word[..<equals])
                    if step.settings.contains(where: { $0.key == key }) {
                        throw .settingTwice(key: key, filter: step.filter)
                    }
                    step.settings.append(Setting(key: key, value: String(word[word.index(after: equals)...])))
                    current = step
                } else {
                    if word.contains("=") { throw .settingWithoutFilter(word) }
                    current = ChainStep(filter: word)
                }
            }
            if endsStep {
                if current == nil { throw .emptyStep(after: steps.last?.filter) }
                finish()
            }
        }
        finish()
        guard let last = steps.last else { throw .noFilter }
        if hasOpenEnd { throw .missingLastStep(after: last.filter) }
        return steps
    }

    /// Splits a word such as `A,B` or `A,,` behind its commas. Of words with a value, only commas at the end are
    /// separated, because others may belong to the value.
    private static func separatingNames(_ word: String) -> [String] {
        if word.isEmpty { return [word] }
        guard word.contains("=") else {
            let names = word.split(separator: ",", omittingEmptySubsequences: false)
            return names.dropLast().map { "\($0)," }
                + (names.last?.isEmpty == true ? [] : names.suffix(1).map(String.init))
        }
        let text = word.prefix(upTo: word.lastIndex { $0 != "," }.map(word.index(after:)) ?? word.startIndex)
        let commas = word.utf8.count - text.utf8.count
        return commas == 0 ? [word] : ["\(text),"] + [String](repeating: ",", count: commas - 1)
    }
}
