import CommandOutput
import UntrustedInput

/// The error for `@LABEL`, if no earlier step has the label.
enum UnknownImageLabel {
    static func refusal(_ label: String, known: [String]) -> Refusal {
        let remedy =
            NearestName.of(label, among: known).map { "did you mean @\($0)?" }
            ?? "earlier results are \(known.map { "@" + $0 }.joined(separator: ", "))"
        return Refusal("@\(label): no earlier step has this label; \(remedy)")
    }
}
