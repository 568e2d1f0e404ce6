import CImageUnit
import ImageUnits

/// What a library was built for, as Info.plist says it under `CoreImageStamp`.
public struct UnitBuildStamp: Sendable, Hashable {
    /// Version of `coreimage_unit.h` that C code is compiled against here.
    static let interfaceVersion = Int(CI_UNIT_INTERFACE_VERSION)

    private let host: ImageUnitStamp
    private let hasSwift: Bool
    private let hasFunctions: Bool

    /// The stamp of code in Swift, for which compiler, interface of Core Image and architecture must be the host's; in C, for which the
    /// architecture must be, and the host must know the version of `coreimage_unit.h`; or in both.
    public init(for host: ImageUnitStamp, swift hasSwift: Bool, functions hasFunctions: Bool) {
        (self.host, self.hasSwift, self.hasFunctions) = (host, hasSwift, hasFunctions)
    }

    /// The dictionary.
    var propertyList: [String: Any] {
        var list: [String: Any] = hasSwift ? host.propertyList : ["Architecture": host.architecture]
        if hasFunctions { list["CInterface"] = Self.interfaceVersion }
        return list
    }
}
