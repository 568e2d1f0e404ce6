import Foundation
import ImageUnits
import KernelLanguage
import Logging
import UnitFunctions

let imageUnitLog = Logger(label: "coreimage.imageunits")

/// Loads units into the filter registry, each once. Thread-safe: loading is serial.
final class ImageUnitHost: @unchecked Sendable {
    static let shared = ImageUnitHost()

    /// The version of Core Image that units may ask for in `CoreImageMinimumVersion`.
    static let version = "0.1.0"

    private let lock = NSRecursiveLock()
    private var loaded: [String: LoadedUnit] = [:]

    /// A unit that was looked at, and how far.
    private struct LoadedUnit {
        var report: CIPlugInReport
        var executableAllowed: Bool
    }

    func load(_ bundles: [URL], allowExecutableCode: Bool) -> [CIPlugInReport] {
        bundles.map { load($0, allowExecutableCode: allowExecutableCode) }
    }

    func load(_ url: URL, allowExecutableCode: Bool) -> CIPlugInReport {
        lock.withLock {
            let key = Self.place(of: url)
            if let before = loaded[key], before.report.isLoaded, before.executableAllowed || !allowExecutableCode {
                return before.report
            }
            let report = read(url, allowExecutableCode: allowExecutableCode)
            loaded[key] = LoadedUnit(report: report, executableAllowed: allowExecutableCode)
            return report
        }
    }

    /// One path for all the URLs that name the same bundle.
    private static func place(of bundle: URL) -> String { bundle.resolvingSymlinksInPath().standardizedFileURL.path }

    private func read(_ url: URL, allowExecutableCode: Bool) -> CIPlugInReport {
        var report = CIPlugInReport(url: url)
        let reading = ImageUnitDescription.read(at: url)
        report.problems = reading.issues.map(CIPlugInReport.Problem.init)
        guard let unit = reading.unit else { return report }
        (report.identifier, report.version) = (unit.identifier, unit.version)
        if let refusal = unit.refusal(byVersion: Self.version) {
            report.problems.append(.init(unit.issue(refusal)))
            report.filters = unit.filters.map {
                .init(name: $0.name, isExecutable: $0.kind == .executable, isRegistered: false)
            }
            return report
        }
        let executable = allowExecutableCode ? open(unit, &report) : nil
        let functions = allowExecutableCode ? openFunctions(of: unit, &report) : nil
        for filter in unit.filters {
            var isRegistered = false
            if filter.kind == .nonexecutable || allowExecutableCode {
                do {
                    isRegistered = try register(
                        filter, of: unit, executable: filter.processor == nil ? executable : functions)
                } catch NonexecutableError.unsuited(let issues) {
                    // These name bundle and place themselves.
                    report.problems += issues.map(CIPlugInReport.Problem.init)
                } catch {
                    report.problems.append(.init(bundle: url, "\(filter.name): \(error)"))
                }
            }
            report.filters.append(
                .init(name: filter.name, isExecutable: filter.kind == .executable, isRegistered: isRegistered))
        }
        return report
    }

    /// Opens the unit's library, where it has executable filters and one that may be loaded.
    private func open(_ unit: ImageUnitDescription, _ report: inout CIPlugInReport) -> (any UnitCode)? {
        let isNeeded = unit.filters.contains { $0.kind == .executable && $0.processor == nil }
        guard let executable = unit.executable, isNeeded else { return nil }
        if let refusal = executable.refusal(by: .host(interface: interfaceHash)) {
            report.problems.append(.init(unit.issue(refusal, scope: .executable)))
            return nil
        }
        do {
            return try InProcessUnit(executable)
        } catch {
            report.problems.append(.init(bundle: unit.bundle, "\(error)"))
            return nil
        }
    }

    /// Opens the unit's library for filters that are C functions, where it has such and may be loaded.
    private func openFunctions(
        of unit: ImageUnitDescription, _ report: inout CIPlugInReport
    ) -> (any UnitCode)? {
        guard let executable = unit.executable, unit.filters.contains(where: { $0.processor != nil }) else {
            return nil
        }
        if let refusal = executable.functionRefusal(byInterface: UnitLibrary.interfaceVersion) {
            report.problems.append(.init(unit.issue(refusal, scope: .executable)))
            return nil
        }
        do {
            return try CProcessorUnit(executable, of: unit.bundle)
        } catch {
            report.problems.append(.init(bundle: unit.bundle, "\(error)"))
            return nil
        }
    }

    /// Registers a filter; false when its unit's executable isn't loaded, for which the report has the reason already.
    private func register(
        _ filter: FilterDescription, of unit: ImageUnitDescription, executable: (any UnitCode)?
    ) throws -> Bool {
        let construct: () -> CIFilter?
        switch filter.kind {
        case .nonexecutable:
            let definition = try NonexecutableDefinition(filter)
            construct = { NonexecutableFilter(definition) }
        case .executable:
            guard let executable else { return false }
            construct = try executable.constructor(for: filter)
        }
        if let other = FilterRegistry.shared.entry(named: filter.name), !Self.comes(other, from: unit.bundle) {
            throw ImageUnitHostError.duplicateFilter(filter.name, unit.bundle, other.origin)
        }
        FilterRegistry.shared.register(
            .init(
                name: filter.name, attributes: filter.classAttributes, origin: .imageUnit(unit.bundle),
                construct: construct))
        return true
    }
}

extension ImageUnitHost {
    /// Whether the unit registered the filter itself, when it was loaded before.
    private static func comes(_ entry: FilterRegistry.Entry, from bundle: URL) -> Bool {
        guard case .imageUnit(let other) = entry.origin else { return false }
        return place(of: other) == place(of: bundle)
    }
}

/// What the host refuses beyond what the unit's property lists show.
enum ImageUnitHostError: Error, CustomStringConvertible {
    case duplicateFilter(String, URL, CIFilterOrigin)
    case missingLibrary(URL, String)
    case missingSymbol(String, URL)
    case noUnit(symbol: String, URL)
    case refused(URL)
    case missingClass(String, filter: String, URL, known: [String])

    var description: String {
        switch self {
        case .duplicateFilter(let name, let bundle, let origin):
            let other =
                switch origin {
                case .builtIn: "a built-in filter"
                case .application: "a filter of the application"
                case .imageUnit(let first): "a filter of \(first.path)"
                }
            return "\(name) in \(bundle.path) has the same name as \(other), which stays; rename one of them"
        case .missingLibrary(let library, let reason):
            return "\(library.path) can't be loaded: \(reason); install what is missing or rebuild the unit"
        case .missingSymbol(let symbol, let library):
            return "\(library.lastPathComponent) has no function \(symbol); export one with @_cdecl(\"\(symbol)\")"
        case .noUnit(let symbol, let library):
            return "\(symbol) in \(library.lastPathComponent) returned no unit; return CIImageUnit(…).retainedPointer"
        case .refused(let library):
            return "the unit refused to load: load(_:) in \(library.lastPathComponent) returned false"
        case .missingClass(let name, let filter, let library, let known):
            let remedy =
                NearestName.of(name, among: known).map { "did you mean \($0)?" }
                ?? "it has \(known.sorted().joined(separator: ", "))"
            return "\(filter): \(library.lastPathComponent) has no filter class \(name) (CIFilterClass); \(remedy)"
        }
    }
}
