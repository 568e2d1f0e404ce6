import CoreImageEssentials
import Foundation
import ImageUnits
import UntrustedInput

/// An error that the host detects, beyond those found in the unit's property lists.
enum ImageUnitHostError: Error, CustomStringConvertible {
    case duplicateFilter(String, URL, CIFilterOrigin)
    case duplicateUnit(ImageUnitDescription, other: URL, otherVersion: String?)
    case quarantined(URL, QuarantineRecord)
    case keptEarlier(URL, version: String?)
    case notLoaded(URL)
    case gone(URL)
    case noExecutable(URL)
    case missingLibrary(URL, String)
    case missingSymbol(String, URL)
    case noUnit(symbol: String, URL)
    case refused(URL)
    case missingClass(String, filter: String, URL, known: [String])
    case noCopy(URL, String)
    case movedImage(URL)

    var description: String {
        switch self {
        case .duplicateFilter(let name, let bundle, let origin):
            let other =
                switch origin {
                case .builtIn: "a built-in filter"
                case .application: "a filter of the application"
                case .imageUnit(let first): "a filter of \(printable(first.path))"
                }
            return
                "\(printable(name)) in \(printable(bundle.path)) has the same name as \(other), which is used instead; rename one of the two filters"
        case .duplicateUnit(let unit, let other, let otherVersion):
            return
                "\(Self.name(unit.identifier, unit.version)) in \(printable(unit.bundle.path)) is not used, as "
                + "\(Self.name(unit.identifier, otherVersion)) was found first, in \(printable(other.path)); remove one of "
                + "them, or give them different values of CFBundleIdentifier"
        case .quarantined(let bundle, let record):
            let cause = record.cause.hasSuffix(".") ? String(record.cause.dropLast()) : record.cause
            return
                "the unit is in quarantine because its code failed \(record.count) times, last with: \(cause); "
                + "change the unit, or release it with 'coreimage units doctor --release \"\(printable(bundle.path))\"'"
        case .keptEarlier(let bundle, let version):
            let earlier = version.map { "version \(printable($0))" } ?? "the version"
            return
                "the new version of \(printable(bundle.path)) has errors; \(earlier) that was loaded before stays in use "
                + "until they are corrected"
        case .notLoaded(let bundle):
            return "\(printable(bundle.path)) was never loaded; load it with CIPlugIn.load(_:allowExecutableCode:)"
        case .gone(let bundle):
            return
                "\(printable(bundle.path)) no longer exists, so its filters were unloaded; restore it to load them again"
        case .noExecutable(let bundle):
            return "\(printable(bundle.path)) has no executable for this system; build the unit for it"
        case .missingLibrary(let library, let reason):
            let remedy =
                reason.hasPrefix("libswiftSwiftOnoneSupport.so")
                ? "the unit is compiled for debugging, and the Swift runtime of this host lacks what that needs; build the unit with "
                    + "'coreimage units build --configuration release'"
                : "install what is missing or rebuild the unit"
            return "\(library.path) can't be loaded: \(reason); \(remedy)"
        case .missingSymbol(let symbol, let library):
            return "\(library.lastPathComponent) has no function \(symbol); export one with @_cdecl(\"\(symbol)\")"
        case .noUnit(let symbol, let library):
            return "\(symbol) in \(library.lastPathComponent) returned no unit; return CIImageUnit(…).retainedPointer"
        case .refused(let library):
            return "the unit refused to load: load(_:) in \(library.lastPathComponent) returned false"
        case .missingClass(let name, let filter, let library, let known):
            let remedy =
                NearestName.of(name, among: known).map { "did you mean \(printable($0))?" }
                ?? (known.isEmpty
                    ? "pass its filter constructors to CIImageUnit(_:filters:) in the entry point"
                    : "it has \(known.sorted().map { printable($0) }.joined(separator: ", "))")
            return "Contents/Resources/Description.plist: CIPlugInFilterList.\(printable(filter)).CIFilterClass: "
                + "\(printable(library.lastPathComponent)) has no filter class \(printable(name)); \(remedy)"
        case .movedImage(let file):
            return
                "\(printable(file.path, limit: 4096)), the default of an input, is no longer the file that was checked when its unit was "
                + "loaded; load the unit again"
        case .noCopy(let bundle, let reason):
            return
                "\(printable(bundle.path)) has changed and can't be copied to load the new code: \(reason); reload it when all "
                + "its files are written, or free space in the folder for temporary files"
        }
    }

    private static func name(_ identifier: String, _ version: String?) -> String {
        version.map { "\(printable(identifier)) \(printable($0))" } ?? printable(identifier)
    }
}
