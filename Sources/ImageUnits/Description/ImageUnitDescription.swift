import Foundation

/// A unit's checked description: its identity, its filters and its executable. Creating one runs no code of the unit.
///
/// A value; safe to share between threads.
package struct ImageUnitDescription: Sendable, Hashable, Codable {
    /// The unit's folder, `Name.plugin`.
    package var bundle: URL
    /// `CFBundleIdentifier`; the folder's name without extension if Info.plist has none.
    package var identifier: String
    /// `CFBundleShortVersionString`, otherwise `CFBundleVersion`.
    package var version: String?
    /// The earliest version of Core Image that the unit requires (`CoreImageMinimumVersion`), for instance `0.2`.
    package var minimumHostVersion: String?
    /// The unit's machine code; nil if it has none that runs on this machine.
    package var executable: UnitExecutable?
    /// The usable filters, sorted by name. Executable ones are listed even if `executable` is nil; they can't be
    /// registered then.
    package var filters: [FilterDescription]

    /// Returns the reason why `host`, a version such as `0.1.0`, must not use the unit; nil if it may.
    package func refusal(byVersion host: String) -> ImageUnitProblem? {
        guard let minimum = minimumHostVersion else { return nil }
        let isOlder = host.compare(minimum, options: .numeric) == .orderedAscending
        return isOlder ? .hostTooOld(minimum: minimum, host: host) : nil
    }

    /// Returns an error about the unit or a part of it.
    package func issue(_ problem: ImageUnitProblem, scope: ImageUnitIssue.Scope = .unit) -> ImageUnitIssue {
        ImageUnitIssue(severity: .error, scope: scope, bundle: bundle, problem: problem)
    }
}

/// The machine code of an executable unit. It has been inspected, but not loaded.
package struct UnitExecutable: Sendable, Hashable, Codable {
    /// The C symbol that the host calls first if Info.plist names no other (`CoreImageEntryPoint`).
    package static let defaultEntryPoint = "coreimage_unit"

    /// The shared library, `Contents/Linux/Name`.
    package var library: URL
    /// `NSPrincipalClass`: the class that conforms to the registration protocol.
    package var principalClass: String?
    /// The C symbol that the host calls first.
    package var entryPoint: String
    /// The host that the Swift code was built for; nil if Info.plist doesn't say.
    package var stamp: ImageUnitStamp?
    /// The C interface that the C functions were built for; nil if Info.plist doesn't say.
    package var functionStamp: FunctionStamp?

    /// Creates a description of an executable.
    package init(
        library: URL, principalClass: String? = nil, entryPoint: String = UnitExecutable.defaultEntryPoint,
        stamp: ImageUnitStamp? = nil, functionStamp: FunctionStamp? = nil
    ) {
        (self.library, self.principalClass, self.entryPoint, self.stamp) = (library, principalClass, entryPoint, stamp)
        self.functionStamp = functionStamp
    }

    /// Returns the reason why `host` must not load the library, or nil if it may. A library without a stamp is refused,
    /// since nothing is known about it.
    package func refusal(by host: ImageUnitStamp) -> ImageUnitProblem? {
        guard let stamp else { return .missingStamp }
        return stamp.refusal(by: host)
    }

    /// Returns the reason why a host with this version of the C interface must not call the C functions, or nil if it
    /// may.
    package func functionRefusal(byInterface host: Int) -> ImageUnitProblem? {
        guard let functionStamp else { return .missingFunctionStamp }
        return functionStamp.refusal(byInterface: host)
    }
}

/// The result of reading a bundle.
package struct ImageUnitReading: Sendable {
    /// The description; nil if the unit as a whole can't be used.
    package var unit: ImageUnitDescription?
    /// All issues, in order of discovery. A filter with an error is not in the description.
    package var issues: [ImageUnitIssue]
    /// Filters that the unit lists, but that are not in the description. The reasons are among the issues.
    package var refusedFilters: [RefusedFilter]
}

/// A filter that its unit lists, but that can't be used.
package struct RefusedFilter: Sendable, Hashable, Codable {
    /// The name by which the filter would be requested.
    package var name: String
    /// The kind of the filter.
    package var kind: FilterDescription.Kind
}
