import Foundation

/// What a unit says about itself, checked: its identity, its filters and its executable. Nothing of the unit has been run.
///
/// A value; safe to share between threads.
public struct ImageUnitDescription: Sendable, Hashable {
    /// The unit's folder, `Name.plugin`.
    public var bundle: URL
    /// `CFBundleIdentifier`; the folder's name without extension when Info.plist has none.
    public var identifier: String
    /// `CFBundleShortVersionString`, else `CFBundleVersion`.
    public var version: String?
    /// The least version of Core Image that the unit asks for (`CoreImageMinimumVersion`), for instance `0.2`.
    public var minimumHostVersion: String?
    /// The unit's machine code; nil when it has none that could run on this machine.
    public var executable: UnitExecutable?
    /// The usable filters, by name. Executable ones are listed even when `executable` is nil: they then can't be registered.
    public var filters: [FilterDescription]

    /// Why the unit must not be used by `host`, a version such as `0.1.0`; nil when it may be.
    public func refusal(byVersion host: String) -> ImageUnitProblem? {
        guard let minimum = minimumHostVersion else { return nil }
        let isOlder = host.compare(minimum, options: .numeric) == .orderedAscending
        return isOlder ? .hostTooOld(minimum: minimum, host: host) : nil
    }

    /// An error that concerns the unit or a part of it, in the words of all others.
    public func issue(_ problem: ImageUnitProblem, scope: ImageUnitIssue.Scope = .unit) -> ImageUnitIssue {
        ImageUnitIssue(severity: .error, scope: scope, bundle: bundle, problem: problem)
    }
}

/// The machine code of an executable unit. It has been looked at, not loaded.
public struct UnitExecutable: Sendable, Hashable {
    /// C symbol that the host calls first, when Info.plist names no other (`CoreImageEntryPoint`).
    public static let defaultEntryPoint = "coreimage_unit"

    /// The shared library, `Contents/Linux/Name`.
    public var library: URL
    /// `NSPrincipalClass`: the class that conforms to the registration protocol.
    public var principalClass: String?
    /// C symbol that the host calls first.
    public var entryPoint: String
    /// What it was built against; nil when Info.plist doesn't say.
    public var stamp: ImageUnitStamp?
    /// What its C functions were built against; nil when Info.plist doesn't say.
    public var functionStamp: FunctionStamp?

    /// An executable from its parts.
    public init(
        library: URL, principalClass: String? = nil, entryPoint: String = UnitExecutable.defaultEntryPoint,
        stamp: ImageUnitStamp? = nil, functionStamp: FunctionStamp? = nil
    ) {
        (self.library, self.principalClass, self.entryPoint, self.stamp) = (library, principalClass, entryPoint, stamp)
        self.functionStamp = functionStamp
    }

    /// Why it must not be loaded into `host`, or nil when it may be. A library without a stamp is refused: nothing is known about it.
    public func refusal(by host: ImageUnitStamp) -> ImageUnitProblem? {
        guard let stamp else { return .missingStamp }
        return stamp.refusal(by: host)
    }

    /// Why its C functions must not be called by a host that has this version of the C interface, or nil when they may be.
    public func functionRefusal(byInterface host: Int) -> ImageUnitProblem? {
        guard let functionStamp else { return .missingFunctionStamp }
        return functionStamp.refusal(byInterface: host)
    }
}

/// What reading a bundle came to.
public struct ImageUnitReading: Sendable {
    /// The description; nil when the unit as a whole can't be used.
    public var unit: ImageUnitDescription?
    /// Everything found, in order of discovery. A filter with an error is not in the description.
    public var issues: [ImageUnitIssue]
}
