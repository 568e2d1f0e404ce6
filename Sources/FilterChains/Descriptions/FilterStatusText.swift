import CoreImage
import Foundation

/// The status of a built-in filter as text for people and as JSON for scripts.
enum FilterStatusText {
    /// Returns a sentence about the filter's pixels.
    static func text(_ status: CIFilterStatus) -> String {
        switch status {
        case .exact: "exact: the definition is public"
        case .fitted(let mean, let percentile):
            "fitted to pictures of Core Image: mean difference \(number(mean)) of 255, "
                + "99th percentile \(number(percentile))"
        case .documented: "documented: no picture of Core Image is known to compare with"
        case .ours: "ours: the look isn't documented"
        }
    }

    /// Returns the status as an object with the field `name`, and for a fitted filter `mean` and `percentile99`.
    static func json(_ status: CIFilterStatus) -> Any {
        var result: [String: Any] = ["name": status.name]
        if case .fitted(let mean, let percentile) = status {
            result["mean"] = mean
            result["percentile99"] = percentile
        }
        return result
    }

    private static func number(_ value: Double) -> String { String(format: "%g", value) }
}
