import CoreImageEssentials
import Foundation
import Glibc
import ImageUnits

/// The filter classes in a unit's library that this process has loaded, by the unit object that its entry point
/// returned.
///
/// Unsafe: the library's code runs with all the rights of the process, and the pointer that the entry point returns is
/// assumed to be a `CIImageUnit`. Comparing the stamps beforehand ensures that both sides were compiled with the same
/// class.
///
/// The library of an earlier generation stays mapped until the process ends: its filters may still exist, and the
/// classes that it registered with the Swift runtime can't be unregistered.
final class InProcessClasses {
    private let unit: CIImageUnit
    private let library: URL

    /// Loads `library`, which is the executable's library or a copy of it.
    init(_ executable: UnitExecutable, library: URL) throws(ImageUnitHostError) {
        self.library = library
        let handle = try RuntimeLibraries.open(library)
        guard let symbol = dlsym(handle, executable.entryPoint) else {
            throw .missingSymbol(executable.entryPoint, library)
        }
        typealias EntryPoint = @convention(c) () -> UnsafeMutableRawPointer?
        guard let pointer = unsafeBitCast(symbol, to: EntryPoint.self)() else {
            throw .noUnit(symbol: executable.entryPoint, library)
        }
        unit = Unmanaged<CIImageUnit>.fromOpaque(pointer).takeRetainedValue()
        guard unit.registration.load(nil) else { throw .refused(library) }
    }

    /// Returns a constructor of the class that Description.plist names.
    func constructor(for filter: FilterDescription) throws -> () -> CIFilter? {
        guard let construct = unit.filters[filter.className] else {
            throw ImageUnitHostError.missingClass(
                filter.className, filter: filter.name, library, known: Array(unit.filters.keys))
        }
        return { [self] in withExtendedLifetime(self) { construct() } }
    }

    /// Notifies the unit that its filters were removed from the registry.
    func retire() { unit.registration.unload() }
}
