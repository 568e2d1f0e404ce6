import ArgumentParser
import CommandOutput
import CoreImage
import Foundation

/// The format of an explanation: `--json`, `--dot` or `--html`.
enum ExplanationForm: String, EnumerableFlag {
    case text, json, dot, html

    static func help(for value: ExplanationForm) -> ArgumentHelp? {
        switch value {
        case .text: "Explain for a terminal."
        case .json:
            "Explain as JSON. Without --explain, with several pictures: a line of JSON for each as it is finished."
        case .dot: "Explain as a graph for Graphviz."
        case .html: "Explain as a page for a browser."
        }
    }

    /// Prints an explanation in this format.
    func print(_ explanation: CIImageExplanation) throws {
        switch self {
        case .text: try StandardOutput.print(explanation.description, terminator: "")
        case .json: try StandardOutput.print(json: Data(explanation.json.utf8))
        case .dot: try StandardOutput.print(explanation.dot, terminator: "")
        case .html: try StandardOutput.print(explanation.html, terminator: "")
        }
    }
}
