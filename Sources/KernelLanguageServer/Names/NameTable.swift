import KernelLanguage

/// The names of a source: what is declared, and what each word stands for. It is complete for sources without errors,
/// and as good as possible for others.
struct NameTable: Sendable {
    var declarations: [Declaration] = []
    /// Every word of the text that isn't left out by a condition, in source order.
    var occurrences: [Occurrence] = []

    /// Returns the word at an offset, or that ends there.
    func occurrence(at offset: Int) -> Occurrence? {
        var (low, high) = (0, occurrences.count)
        while low < high {
            let middle = (low + high) / 2
            if occurrences[middle].span.end < offset { low = middle + 1 } else { high = middle }
        }
        guard low < occurrences.count else { return nil }
        // Of two words that meet here, the second one.
        if low + 1 < occurrences.count, occurrences[low + 1].span.start <= offset { return occurrences[low + 1] }
        return occurrences[low].span.start <= offset ? occurrences[low] : nil
    }

    /// Returns the declaration at an offset with its index, if the word there has one.
    func declaration(at offset: Int) -> (index: Int, declaration: Declaration, occurrence: Occurrence)? {
        guard let occurrence = occurrence(at: offset), case .declared(let index) = occurrence.meaning else {
            return nil
        }
        return (index, declarations[index], occurrence)
    }

    /// Returns the words that stand for a declaration, in source order.
    func occurrences(of index: Int) -> [Occurrence] {
        occurrences.filter { $0.meaning == .declared(index) }
    }

    /// Returns the definitions and prototypes of functions, in source order.
    var functions: [FunctionOutline] {
        declarations.flatMap(\.functions).sorted { $0.span.start < $1.span.start }
    }

    /// Returns the function whose parameters or body contain an offset.
    func function(around offset: Int) -> FunctionOutline? {
        functions.last { function in
            let end = function.bodySpan?.end ?? function.parameterSpan.end
            return function.parameterSpan.start < offset && offset < max(end, function.parameterSpan.start + 1)
        }
    }

    /// Returns the variable or macro with a name at an offset, the innermost one.
    func value(named name: String, at offset: Int) -> Declaration? {
        declarations.reversed()
            .filter {
                $0.name == name && $0.kind != .function && $0.kind != .macroParameter
                    && $0.visibility.contains(offset)
            }
            .min { $0.visibility.count < $1.visibility.count }
    }

    /// Returns the function with a name.
    func function(named name: String) -> Declaration? {
        declarations.first { $0.name == name && $0.kind == .function }
    }
}
