import ImageUnits

/// What a library was built for, as Info.plist says it under `CoreImageStamp`.
public enum UnitBuildStamp: Sendable, Hashable {
    /// Code in Swift: compiler, interface of Core Image and architecture must be the host's.
    case swift(ImageUnitStamp)
    /// Code in C: the architecture must be the host's, and the version of `coreimage_unit.h` one that it knows.
    case c(architecture: String)

    /// Version of `coreimage_unit.h`.
    static let interfaceVersion = 1

    /// The dictionary.
    var propertyList: [String: Any] {
        switch self {
        case .swift(let stamp): stamp.propertyList
        case .c(let architecture): ["Architecture": architecture, "CInterface": Self.interfaceVersion]
        }
    }
}
