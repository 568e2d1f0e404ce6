import Foundation

/// What an executable image unit's principal class conforms to.
public protocol CIPlugInRegistration: AnyObject {
    /// Called once, before any filter of the unit is made. False refuses to load: no executable filter of the unit is registered.
    ///
    /// - Parameter host: Reserved; nil at present.
    func load(_ host: UnsafeMutableRawPointer?) -> Bool

    /// Called when the unit is given up, for cleaning up. Optional.
    func unload()
}

extension CIPlugInRegistration {
    /// Nothing to clean up.
    public func unload() {}
}

/// An executable image unit as its entry point hands it to the host: the registration object, and how to make its filters.
///
/// A unit exports one C function, by default called `coreimage_unit`:
///
/// ```swift
/// @_cdecl("coreimage_unit")
/// public func coreImageUnit() -> UnsafeMutableRawPointer {
///     CIImageUnit(FunHouseLoader(), filters: ["FunHouseMirror": { FunHouseMirror() }]).retainedPointer
/// }
/// ```
public final class CIImageUnit {
    let registration: any CIPlugInRegistration
    let filters: [String: () -> CIFilter]

    /// A unit.
    ///
    /// - Parameters:
    ///   - registration: Asked to load before any filter is made.
    ///   - filters: For each class name that Description.plist gives as `CIFilterClass`, what makes a filter of the class. Called from any thread.
    public init(_ registration: any CIPlugInRegistration, filters: [String: () -> CIFilter]) {
        (self.registration, self.filters) = (registration, filters)
    }

    /// The unit for the entry point to return; the host takes it over.
    public var retainedPointer: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }
}
