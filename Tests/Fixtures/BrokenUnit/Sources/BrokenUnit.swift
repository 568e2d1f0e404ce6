import CoreImage

/// A loader that always succeeds.
final class BrokenUnitLoader: CIPlugInRegistration {
    func load(_ host: UnsafeMutableRawPointer?) -> Bool { true }
}

/// The entry point that the host calls after it has loaded the library.
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
