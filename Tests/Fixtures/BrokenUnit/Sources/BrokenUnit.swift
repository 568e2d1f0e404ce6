import CoreImage

/// Says that the unit is ready.
final class BrokenUnitLoader: CIPlugInRegistration {
    func load(_ host: UnsafeMutableRawPointer?) -> Bool { true }
}

/// What the host calls first.
@_cdecl("coreimage_unit")
public func coreImageUnit() -> UnsafeMutableRawPointer {
    CIImageUnit(
        BrokenUnitLoader(),
        filters: [
            "BrokenCrash": { BrokenCrash() }, "BrokenRegion": { BrokenRegion() }, "BrokenSpin": { BrokenSpin() },
            "BrokenHoard": { BrokenHoard() },
        ]
    ).retainedPointer
}
