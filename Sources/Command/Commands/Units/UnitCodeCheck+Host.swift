import CoreImage
import UnitAuthoring

extension UnitCodeCheck {
    /// Creates each filter in a sandboxed process, as this command does when it uses the filter.
    static let byHost = UnitCodeCheck { bundle in
        CodeTrial.findings(in: bundle).map { Finding(isError: $0.isError, text: $0.text) }
    }
}
