import CoreImage

/// Reports that the unit is ready. There is nothing to set up.
final class FunHouseLoader: CIPlugInRegistration {
    func load(_ host: UnsafeMutableRawPointer?) -> Bool { true }
}

/// The entry point, which the host calls first.
@_cdecl("coreimage_unit")
public func coreImageUnit() -> UnsafeMutableRawPointer {
    CIImageUnit(
        FunHouseLoader(),
        filters: ["FunHouseMirror": { FunHouseMirror() }, "FunHouseRipple": { FunHouseRipple() }]
    ).retainedPointer
}
