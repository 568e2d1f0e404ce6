import Foundation

extension GraphSnapshot: CustomStringConvertible {
    /// The graph as an indented tree that starts with the result. A node that is read in several places is printed
    /// once.
    package var description: String {
        var lines: [String] = []
        var printed: Set<Int> = []
        var pending: [(id: Int, label: String, depth: Int)] = [(1, "", 0)]
        while let (id, label, depth) = pending.popLast() {
            guard let node = self[id] else { continue }
            // Deeper indentation would only make lines longer, not clearer.
            let start = String(repeating: "  ", count: min(depth, 40)) + (label.isEmpty ? "" : "\(label): ")
            guard printed.insert(id).inserted else {
                lines.append("\(start)#\(id), see above")
                continue
            }
            let what = [node.operation, node.parameters].filter { !$0.isEmpty }.joined(separator: " ")
            lines.append(
                "\(start)#\(id) \(what) · extent \(node.extent) · region \(node.region) · \(node.colorSpace) · "
                    + "\(node.alpha.rawValue) · \(node.format)")
            for edge in node.inputs.reversed() { pending.append((edge.node, edge.label, depth + 1)) }
        }
        if omittedNodes > 0 { lines.append("… and \(omittedNodes) more") }
        return lines.joined(separator: "\n")
    }
}

extension GraphExplanation: CustomStringConvertible {
    /// Graphs and passes as text for a terminal.
    package var description: String {
        var parts = ["\(visible) in \(workingColorSpace), kernels by the \(backend)"]
        for step in steps {
            var head = step.title.prefix(1).uppercased() + step.title.dropFirst()
            if !step.law.isEmpty {
                head += ": \(step.changes) \(step.changes == 1 ? "change" : "changes") in \(Self.time(step.seconds)), "
                head += "\(step.exactness)\n  \(step.law)"
            }
            parts.append(head + "\n" + indented(step.graph.description))
        }
        parts.append(passText)
        return parts.joined(separator: "\n\n") + "\n"
    }

    private var passText: String {
        if passes.isEmpty { return "Optimised in \(Self.time(optimisationSeconds))" }
        let lines = passes.enumerated().map { index, pass in
            "\(index + 1). \(pass.summary)\n" + indented(pass.steps.joined(separator: "\n"))
        }
        let count = "\(passes.count) \(passes.count == 1 ? "pass" : "passes")"
        return "\(count), optimised in \(Self.time(optimisationSeconds))\n" + indented(lines.joined(separator: "\n"))
    }

    private func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }.joined(separator: "\n")
    }

    static func time(_ seconds: Double) -> String { String(format: "%.3g ms", seconds * 1000) }
}

extension GraphExplanation.Pass {
    /// One line: destination, region, format, bytes and tiles.
    var summary: String {
        let place = isStored ? "into memory" : "into the picture"
        let computer = processor.map { " by \($0)" } ?? ""
        return "\(place) \(region) as \(format), \(bytes) bytes, \(tiles) \(tiles == 1 ? "tile" : "tiles") of "
            + "\(tileWidth) × \(tileHeight)\(computer)"
    }
}
