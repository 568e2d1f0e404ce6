import CoreImage

/// Says that the unit is ready; it has nothing to set up.
final class FunHouseLoader: CIPlugInRegistration {
    func load(_ host: UnsafeMutableRawPointer?) -> Bool { true }
}

/// What the host calls first.
@_cdecl("coreimage_unit")
public func coreImageUnit() -> UnsafeMutableRawPointer {
    CIImageUnit(
        FunHouseLoader(),
        filters: ["FunHouseMirror": { FunHouseMirror() }, "FunHouseRipple": { FunHouseRipple() }]
    ).retainedPointer
}
