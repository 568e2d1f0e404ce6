import CoreImage
import KernelLanguage

extension ValidationCheck {
    /// The host takes the filter, and can make it.
    static let loads = ValidationCheck(
        filter: "loads", level: 1,
        reason: "A filter that the host refuses is missing from every program; here the refusal is seen first."
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
        // The process that runs a filter's code is started when something of the filter is wanted.
        if filter.description?.kind == .executable, let failure = CIFilter.failure(ofCodeOf: filter.name) {
            throw failure
        }
        return .passed([])
    }
}
