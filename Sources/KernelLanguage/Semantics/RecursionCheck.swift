/// Reports recursive functions and calls that are nested too deeply.
enum RecursionCheck {
    static func run(_ program: TypedProgram, limits: KernelLimits, sink: inout DiagnosticSink) {
        // Depth-first search with a list instead of recursion, since a source may have a chain of thousands of
        // functions.
        var depths = [Int?](repeating: nil, count: program.functions.count)
        var isOpen = [Bool](repeating: false, count: program.functions.count)
        for root in program.functions.indices where depths[root] == nil {
            var path: [(function: Int, callees: [(FunctionID, SourceSpan)], deepest: Int)] = []
            func open(_ function: Int) {
                isOpen[function] = true
                let callees = program.functions[function].callees.map { ($0.key, $0.value) }.sorted {
                    $0.1.start > $1.1.start
                }
                path.append((function, callees, 0))
            }
            open(root)
            while var top = path.popLast() {
                guard let (callee, place) = top.callees.popLast() else {
                    isOpen[top.function] = false
                    depths[top.function] = top.deepest + 1
                    if !path.isEmpty {
                        path[path.count - 1].deepest = max(path[path.count - 1].deepest, top.deepest + 1)
                    }
                    continue
                }
                if isOpen[callee.index] {
                    let name = program.functions[callee.index].name
                    return sink.error("'\(name)' calls itself, which a kernel cannot do", place, help: "use a loop")
                }
                if let depth = depths[callee.index] {
                    top.deepest = max(top.deepest, depth)
                    path.append(top)
                } else {
                    path.append(top)
                    open(callee.index)
                }
                if path.count > limits.callDepth || path[path.count - 1].deepest > limits.callDepth {
                    return sink.error(
                        "calls are nested deeper than \(limits.callDepth) functions", place,
                        help: "merge some of the functions")
                }
            }
        }
    }
}
