/// What a unit's C functions were compiled against; compared with the host before any of them is called. The keys `CInterface` and
/// `Architecture` of `CoreImageStamp` in Info.plist.
public struct FunctionStamp: Sendable, Hashable {
    /// `CI_UNIT_INTERFACE_VERSION` of the header. Later versions only add to it, so that a host knows all earlier ones.
    public var version: Int
    /// Processor architecture, as in `ImageUnitStamp`.
    public var architecture: String

    /// A stamp from its parts.
    public init(version: Int, architecture: String) { (self.version, self.architecture) = (version, architecture) }

    /// Why functions with this stamp must not be called by a host that has version `host` of the interface, or nil when they may be.
    public func refusal(byInterface host: Int) -> ImageUnitProblem? {
        if architecture != ImageUnitStamp.hostArchitecture {
            return .stampMismatch(
                part: "processor architecture", unit: architecture, host: ImageUnitStamp.hostArchitecture)
        }
        let isKnown = (1...max(1, host)).contains(version)
        return isKnown ? nil : .stampMismatch(part: "C interface", unit: "\(version)", host: "\(host)")
    }
}
