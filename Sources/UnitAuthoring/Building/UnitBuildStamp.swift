import CImageUnit
import ImageUnits

/// What a library was built for, as written under `CoreImageStamp` in Info.plist.
package struct UnitBuildStamp: Sendable, Hashable {
    /// The version of `coreimage_unit.h` that C code is compiled against.
    static let interfaceVersion = Int(CI_UNIT_INTERFACE_VERSION)

    private let host: ImageUnitStamp
    private let hasSwift: Bool
    private let hasFunctions: Bool

    /// Creates a stamp for code in Swift, in C or in both. For Swift, the host must have the same compiler, interface
    /// of Core Image and architecture. For C, it must have the same architecture, and support the version of
    /// `coreimage_unit.h`.
    package init(for host: ImageUnitStamp, swift hasSwift: Bool, functions hasFunctions: Bool) {
        (self.host, self.hasSwift, self.hasFunctions) = (host, hasSwift, hasFunctions)
    }

    /// The dictionary for Info.plist.
    var propertyList: [String: Any] {
        var list: [String: Any] = hasSwift ? host.propertyList : ["Architecture": host.architecture]
        if hasFunctions { list["CInterface"] = Self.interfaceVersion }
        return list
    }
}
