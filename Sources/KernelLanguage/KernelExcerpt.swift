extension KernelSource {
    /// Returns the text without the other kernels, and without the functions that this kernel doesn't call. Directives,
    /// variables and comments at the start stay.
    ///
    /// - Returns: Nil if the rest wouldn't be the same kernel, for example because macros declare functions.
    package func excerpt(of kernel: String) -> String? {
        guard let tree = KernelCompiler.tree(of: self) else { return nil }
        let functions = tree.declarations.compactMap { declaration -> FunctionSyntax? in
            if case .function(let function) = declaration { function } else { nil }
        }
        let needed = Self.names(reachedFrom: kernel, functions, tree)
        let unneeded = functions.filter { $0.isKernel ? $0.name != kernel : !needed.contains($0.name) }
        var bytes = Array(text.utf8)
        for function in unneeded.sorted(by: { $0.span.start > $1.span.start }) {
            guard function.span.end <= bytes.count else { return nil }
            bytes.removeSubrange(Self.lines(of: function.span, in: bytes))
        }
        let rest = String(decoding: bytes, as: UTF8.self)
        // Compared as programs, because the text is cut without regard to directives and macros.
        guard let whole = try? KernelCompiler.compile(self).get().first(where: { $0.name == kernel }),
            let alone = try? KernelCompiler.compile(KernelSource(text: rest, file: file)).get(),
            alone.count == 1, alone[0].name == kernel, alone[0].dump == whole.dump
        else { return nil }
        return rest
    }

    /// Returns the names of the functions that a kernel calls, directly or through others.
    private static func names(
        reachedFrom kernel: String, _ functions: [FunctionSyntax], _ tree: SyntaxTree
    ) -> Set<String> {
        var calls: [(place: Int, name: String)] = []
        for node in tree.expressions {
            if case .call(let name, _) = node.kind { calls.append((node.span.start, name)) }
        }
        var reached: Set<String> = [kernel]
        var pending = [kernel]
        while let name = pending.popLast() {
            for function in functions where function.name == name {
                let span = function.span
                for call in calls where (span.start..<span.end).contains(call.place) {
                    if reached.insert(call.name).inserted { pending.append(call.name) }
                }
            }
        }
        return reached
    }

    /// Returns the bytes of a function with the comment lines directly above it and the empty lines below it.
    private static func lines(of span: SourceSpan, in bytes: [UInt8]) -> Range<Int> {
        let newline = UInt8(ascii: "\n")
        func isBlank(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
        func lineStart(_ place: Int) -> Int { (bytes[..<place].lastIndex(of: newline) ?? -1) + 1 }
        func lineEnd(_ place: Int) -> Int { bytes[place...].firstIndex(of: newline) ?? bytes.count }

        var start = span.start
        if isBlank(lineStart(start)..<start) {
            start = lineStart(start)
            while start > 0 {
                let above = lineStart(start - 1)
                let text = bytes[above..<(start - 1)].drop { $0 == 0x20 || $0 == 0x09 }
                guard text.starts(with: "//".utf8) else { break }
                start = above
            }
        }
        var end = span.end
        while end < bytes.count, isBlank(end..<lineEnd(end)) { end = min(lineEnd(end) + 1, bytes.count) }
        return start..<end
    }
}
