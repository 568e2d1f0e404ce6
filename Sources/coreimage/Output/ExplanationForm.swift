import ArgumentParser
import CoreImage

/// `--json`, `--dot`, `--html`: what an explanation is printed as.
enum ExplanationForm: String, EnumerableFlag {
    case text, json, dot, html

    static func help(for value: ExplanationForm) -> ArgumentHelp? {
        switch value {
        case .text: "Explain for a terminal."
        case .json: "Explain as JSON."
        case .dot: "Explain as a graph for Graphviz."
        case .html: "Explain as a page for a browser."
        }
    }

    /// The explanation in this form, with a line break at its end.
    func text(of explanation: CIImageExplanation) throws -> String {
        switch self {
        case .text: explanation.description
        case .json: try explanation.json + "\n"
        case .dot: explanation.dot
        case .html: explanation.html
        }
    }
}
