/// The C interface and architecture that a unit's C functions were compiled for, compared with the host before a call.
/// In Info.plist, these are the keys `CInterface` and `Architecture` of `CoreImageStamp`.
package struct FunctionStamp: Sendable, Hashable, Codable {
    /// `CI_UNIT_INTERFACE_VERSION` of the header. Later versions only add to it, so that a host supports all earlier
    /// ones.
    package var version: Int
    /// The processor architecture, as in `ImageUnitStamp`.
    package var architecture: String

    /// Creates a stamp.
    package init(version: Int, architecture: String) { (self.version, self.architecture) = (version, architecture) }

    /// Returns the reason why a host with version `host` of the interface must not call the functions, or nil if it
    /// may.
    package func refusal(byInterface host: Int) -> ImageUnitProblem? {
        if architecture != ImageUnitStamp.hostArchitecture {
            return .stampMismatch(
                part: "processor architecture", unit: architecture, host: ImageUnitStamp.hostArchitecture)
        }
        let isKnown = (1...max(1, host)).contains(version)
        return isKnown ? nil : .stampMismatch(part: "C interface", unit: "\(version)", host: "\(host)")
    }
}
