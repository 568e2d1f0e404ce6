import CoreImage
import Foundation
import UntrustedInput

extension CIPlugInReport {
    /// The report as an object.
    var json: [String: Any] {
        [
            "path": url.path,
            "identifier": identifier ?? NSNull(),
            "version": version ?? NSNull(),
            "fingerprint": fingerprint ?? NSNull(),
            "loaded": isLoaded,
            "filters": filters.map {
                [
                    "name": $0.name, "executable": $0.isExecutable, "registered": $0.isRegistered,
                    "state": $0.state.words,
                ]
            },
            "problems": problems.map { ["error": $0.isError, "message": $0.description] },
        ]
    }

    /// The report for people: a line for the unit, and one for each filter.
    var text: String {
        let state = isLoaded ? "loaded" : "refused"
        let version = version.map { "  \(printable($0))" } ?? ""
        let filters = filters.map { filter in
            "  \(printable(filter.name))  \(filter.isExecutable ? "executable" : "nonexecutable")"
                + (filter.isRegistered ? "" : ", \(filter.state.words)")
        }
        return (["\(printable(url.path, limit: 4096))\(version)  \(state)"] + filters).joined(separator: "\n")
    }
}

extension CIPlugInReport.Filter.State {
    /// The state in a few words. The report's problems give details.
    fileprivate var words: String {
        switch self {
        case .registered: "registered"
        case .refused: "refused"
        case .shadowed(.builtIn): "shadowed by a built-in filter"
        case .shadowed(.application): "shadowed by a filter of the application"
        case .shadowed(.imageUnit(let unit)): "shadowed by \(printable(unit.path, limit: 4096))"
        case .quarantined: "quarantined"
        case .notAllowed: "not allowed to run code"
        case .unloaded: "unloaded"
        }
    }
}
