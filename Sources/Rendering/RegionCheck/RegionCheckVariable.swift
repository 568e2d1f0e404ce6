import UntrustedInput

/// The environment variable that turns the check of regions of interest on, see `RendererConfiguration.checksRegions`.
package enum RegionCheckVariable {
    /// The variable's name.
    package static let name = "COREIMAGE_CHECK_REGIONS"

    /// Whether this value turns the check on.
    package static func isOn(_ value: String?) -> Bool { value == "1" }

    /// Returns what is wrong with a value that is neither 0 nor 1; nil for these, and for one that is empty or not set.
    package static func problem(with value: String?) -> String? {
        guard let value, !["", "0", "1"].contains(value) else { return nil }
        return
            "\(name) is '\(printable(value))', so regions of interest aren't checked; set it to 1 to check them, or to 0 "
            + "not to"
    }
}
