import CoreImageEssentials
import Foundation

/// The protocol of an executable image unit's principal class.
public protocol CIPlugInRegistration: AnyObject {
    /// Called once, before any filter of the unit is made. Returning false refuses to load, and no executable filter of
    /// the unit is registered.
    ///
    /// - Parameter host: Reserved; nil at present.
    func load(_ host: UnsafeMutableRawPointer?) -> Bool

    /// Called when the unit is unloaded, for cleaning up. Optional.
    func unload()
}

extension CIPlugInRegistration {
    /// Does nothing; the default for units without anything to clean up.
    public func unload() {}
}

/// An executable image unit, as its entry point returns it to the host: the registration object and the constructors of
/// its filters.
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

    /// Creates a unit.
    ///
    /// - Parameters:
    ///   - registration: Its `load(_:)` is called before any filter is made.
    ///   - filters: A constructor for each class name that Description.plist gives as `CIFilterClass`. Called on any
    ///     thread.
    public init(_ registration: any CIPlugInRegistration, filters: [String: () -> CIFilter]) {
        (self.registration, self.filters) = (registration, filters)
    }

    /// A retained pointer to the unit, for the entry point to return. The host releases it.
    public var retainedPointer: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }
}
