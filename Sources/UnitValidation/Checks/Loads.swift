import CoreImage
import UntrustedInput

extension ValidationCheck {
    /// Checks that the host registers the filter and can create it.
    static let loads = ValidationCheck(
        filter: "loads", level: 1,
        reason:
            "A filter that the host refuses is missing in every program; this check reports the refusal before users see it."
    ) { filter, context in
        context.note("loading the unit")
        if let refusals = filter.refusals() {
            let findings = refusals.map { Finding(printable($0, limit: 600)) }
            return .failed(
                findings.isEmpty
                    ? [Finding("the host did not register the filter", remedy: "run coreimage units doctor")] : findings
            )
        }
        context.note("making a filter")
        _ = try filter.make()
        // Reading the failure starts the worker that runs the filter's code.
        if filter.description?.kind == .executable, let failure = CIFilter.startFailure(ofFilter: filter.name) {
            throw failure
        }
        return .passed([])
    }
}
