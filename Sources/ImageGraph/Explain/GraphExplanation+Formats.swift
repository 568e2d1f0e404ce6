import Foundation
import UntrustedInput

extension GraphExplanation {
    /// The explanation as JSON with sorted keys, which are the names of these types' properties.
    package var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    /// The graphs as built and as computed, in the DOT language of Graphviz.
    package var dot: String {
        var lines = [
            "digraph recipe {", "  rankdir=BT;", "  node [shape=box, fontname=\"sans-serif\", fontsize=10];",
            "  edge [fontname=\"sans-serif\", fontsize=9];",
        ]
        let shown =
            steps.count > 1 ? [("built", steps[0]), ("computed", steps[steps.count - 1])] : [("built", steps[0])]
        for (name, step) in shown {
            let title = name == "built" ? "as built" : "as computed"
            lines.append("  subgraph cluster_\(name) {")
            lines.append("    label=\"\(title)\";")
            for node in step.graph.nodes {
                let text = [
                    [node.operation, node.parameters].filter { !$0.isEmpty }.joined(separator: " "),
                    "extent \(node.extent)", "region \(node.region)",
                    "\(node.colorSpace) · \(node.alpha.rawValue) · \(node.format)",
                ]
                let label = text.map(Self.dotEscaped).joined(separator: "\\n")
                lines.append("    \(name)\(node.id) [label=\"\(label)\"];")
                for edge in node.inputs {
                    let name = "\(name)\(edge.node) -> \(name)\(node.id)"
                    lines.append(
                        "    \(name)\(edge.label.isEmpty ? "" : " [label=\"\(Self.dotEscaped(edge.label))\"]");")
                }
            }
            lines.append("  }")
        }
        return lines.joined(separator: "\n") + "\n}\n"
    }

    /// A self-contained HTML page: every graph as a table, with laws and times, and the passes.
    package var html: String {
        let sections = steps.enumerated().map { index, step in
            let title = step.title.prefix(1).uppercased() + step.title.dropFirst()
            let facts =
                step.law.isEmpty
                ? ""
                : "<p><b>\(step.changes)</b> \(step.changes == 1 ? "change" : "changes"), \(Self.time(step.seconds)), "
                    + "\(Self.htmlEscaped(step.exactness))</p><p class=\"law\">\(Self.htmlEscaped(step.law))</p>"
            // Show the graphs as built and as computed first. The steps between them are collapsed.
            let open = index == 0 || index == steps.count - 1 ? " open" : ""
            return "<details\(open)><summary>\(index). \(Self.htmlEscaped(title))</summary>\(facts)"
                + "\(Self.table(of: step.graph))</details>"
        }
        // Without a device, all passes would say the same.
        let namesProcessors = passes.contains { $0.processor != nil }
        let heads = ["", "Steps", "Into", "Region", "Tiles", "Format", "Bytes"] + (namesProcessors ? ["By"] : [])
        let passRows = passes.enumerated().map { index, pass in
            "<tr><td>\(index + 1)</td><td>\(pass.steps.map(Self.htmlEscaped).joined(separator: "<br>"))</td>"
                + "<td>\(pass.isStored ? "memory" : "picture")</td><td>\(pass.region)</td>"
                + "<td>\(pass.tiles) × \(pass.tileWidth)×\(pass.tileHeight)</td><td>\(pass.format)</td>"
                + "<td>\(pass.bytes)</td>"
                + (namesProcessors ? "<td>\(Self.htmlEscaped(pass.processor ?? ""))</td>" : "") + "</tr>"
        }
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>Recipe</title><style>
            :root{color-scheme:light dark}body{font:14px/1.5 sans-serif;margin:2em;max-width:90em}
            summary{font-size:1.2em;font-weight:600;cursor:pointer;margin:.6em 0}.law{font-style:italic;opacity:.8}
            table{border-collapse:collapse}th,td{text-align:left;padding:.2em .8em .2em 0;border-bottom:1px solid #8884;
            vertical-align:top;white-space:pre-wrap;font-variant-numeric:tabular-nums}
            </style></head><body>
            <h1>\(visible) in \(Self.htmlEscaped(workingColorSpace))</h1>
            <p>Kernels by the \(Self.htmlEscaped(backend)); optimised in \(Self.time(optimisationSeconds)).</p>
            \(sections.joined(separator: "\n"))
            <h2>Passes: \(passes.count)</h2>
            <table><tr>\(heads.map { "<th>\($0)</th>" }.joined())</tr>
            \(passRows.joined(separator: "\n"))
            </table></body></html>

            """
    }

    /// Returns the nodes as rows, indented by their distance from the result.
    private static func table(of graph: GraphSnapshot) -> String {
        var depths: [Int: Int] = [1: 0]
        var rows: [String] = []
        for node in graph.nodes {
            let depth = depths[node.id] ?? 0
            for edge in node.inputs where depths[edge.node] == nil { depths[edge.node] = depth + 1 }
            let inputs = node.inputs.map { ($0.label.isEmpty ? "" : "\($0.label): ") + "#\($0.node)" }
            let what = [node.operation, node.parameters].filter { !$0.isEmpty }.joined(separator: " ")
            let cells = [
                "#\(node.id)", what, inputs.joined(separator: ", "), "\(node.extent)", "\(node.region)",
                node.colorSpace, node.alpha.rawValue, node.format,
            ]
            let text = cells.enumerated().map { index, cell in
                let style = index == 1 ? " style=\"padding-left:\(min(depth, 40))em\"" : ""
                return "<td\(style)>\(htmlEscaped(cell))</td>"
            }
            rows.append("<tr>\(text.joined())</tr>")
        }
        if graph.omittedNodes > 0 { rows.append("<tr><td></td><td>… and \(graph.omittedNodes) more</td></tr>") }
        let heads = ["", "Operation", "Reads", "Extent", "Region", "Colour space", "Alpha", "Format"]
        return "<table><tr>\(heads.map { "<th>\($0)</th>" }.joined())</tr>\(rows.joined(separator: "\n"))</table>"
    }

    /// Names come from untrusted kernels, so they must not end the quoted string.
    private static func dotEscaped(_ text: String) -> String {
        printableLines(text).replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
            .replacingOccurrences(of: "\n", with: "\\n")
    }

    private static func htmlEscaped(_ text: String) -> String {
        printableLines(text).replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
    }
}
