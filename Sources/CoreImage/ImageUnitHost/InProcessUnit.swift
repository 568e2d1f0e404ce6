import Foundation
import Glibc
import ImageUnits

/// A unit's shared library, loaded into this process, and the unit object that its entry point returned.
///
/// One of the few unsafe places: the library's code runs with all the rights of the process, and the pointer that the entry point
/// returns is trusted to be a `CIImageUnit`. The stamp, compared before, makes sure that both sides mean the same class by it.
///
/// The library of an earlier generation stays mapped for as long as the process lives: filters made from it may be alive, and what its Swift
/// code told the runtime about its classes can't be taken back.
final class InProcessUnit: UnitCode {
    private let unit: CIImageUnit
    private let library: URL

    /// Loads `library`, which is the executable's or a copy of it.
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

    /// What makes filters of the class that Description.plist names.
    func constructor(for filter: FilterDescription) throws -> () -> CIFilter? {
        guard let construct = unit.filters[filter.className] else {
            throw ImageUnitHostError.missingClass(
                filter.className, filter: filter.name, library, known: Array(unit.filters.keys))
        }
        return { [self] in withExtendedLifetime(self) { construct() } }
    }

    func retire() { unit.registration.unload() }
}
