extension ChainStep {
    /// Parses `NAME key=value… [as LABEL] [, NAME …]…` from the words after `--`. A comma may be a separate word, or be
    /// at the end of a word or between two names.
    package static func parse(_ text: [String]) throws(ChainSyntaxError) -> [ChainStep] {
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
