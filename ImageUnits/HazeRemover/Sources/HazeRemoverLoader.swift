import CoreImage

/// Says that the unit is ready; it has nothing to set up.
final class HazeRemoverLoader: CIPlugInRegistration {
    func load(_ host: UnsafeMutableRawPointer?) -> Bool { true }
}

/// What the host calls first.
@_cdecl("coreimage_unit")
public func coreImageUnit() -> UnsafeMutableRawPointer {
    CIImageUnit(HazeRemoverLoader(), filters: ["MyHazeRemover": { MyHazeRemover() }]).retainedPointer
}
