import CoreImageEssentials
import Foundation
import ImageUnits
import UnitFunctions

extension ImageUnitHost {
    /// Returns a version of a unit that is ready to be registered, with its code loaded if it has code that may run.
    /// Called with the lock held.
    func loaded(_ scan: UnitScan, at path: String, allowsCode: Bool) -> LoadedUnit {
        var loaded = LoadedUnit(scan, allowsCode: allowsCode)
        guard let unit = scan.unit else { return loaded }
        if let refusal = unit.refusal(byVersion: Self.version) {
            loaded.report.problems.append(.init(unit.issue(refusal)))
            for filter in unit.filters { loaded.setState(.refused, of: filter) }
            return loaded
        }
        if let other = unitInUse(identifiedAs: unit.identifier, except: path) {
            loaded.add(ImageUnitHostError.duplicateUnit(unit, other: other.url, otherVersion: other.version))
            for filter in unit.filters { loaded.setState(.shadowed(by: .imageUnit(other.url)), of: filter) }
            return loaded
        }
        var executable: [FilterDescription] = []
        for filter in unit.filters {
            if filter.kind == .executable && !allowsCode {
                loaded.setState(.notAllowed, of: filter)
            } else if let origin = originInUse(of: filter.name, except: path) {
                loaded.add(ImageUnitHostError.duplicateFilter(filter.name, unit.bundle, origin), filter: filter.name)
                loaded.setState(.shadowed(by: origin), of: filter)
            } else if filter.kind == .executable {
                executable.append(filter)
            } else if let kernel = scan.kernels[filter.name] {
                let definition = NonexecutableDefinition(filter, kernel)
                loaded.register(filter) { NonexecutableFilter(definition) }
            } else {
                loaded.setState(.refused, of: filter)
            }
        }
        addExecutable(executable, of: unit, scan.fingerprint, to: &loaded)
        return loaded
    }

    /// Adds executable filters that have passed all checks except those of their code.
    private func addExecutable(
        _ filters: [FilterDescription], of unit: ImageUnitDescription, _ fingerprint: UnitFingerprint?,
        to loaded: inout LoadedUnit
    ) {
        guard !filters.isEmpty else { return }
        if let record = fingerprint.flatMap(quarantine.record(for:)) {
            loaded.add(ImageUnitHostError.quarantined(unit.bundle, record))
            for filter in filters { loaded.setState(.quarantined(reason: record.cause), of: filter) }
            return
        }
        guard let executable = unit.executable, let fingerprint else {
            // The scan has already reported why there is no usable code.
            for filter in filters { loaded.setState(.refused, of: filter) }
            return
        }
        let fitting = filters.filter { Self.refusal(of: $0, by: executable) == nil }
        do {
            if !fitting.isEmpty {
                loaded.code = try makeCode(
                    UnitCodeSource(unit: unit, executable: executable, fingerprint: fingerprint))
            }
        } catch {
            loaded.add(error)
        }
        for refusal in Set(filters.compactMap { Self.refusal(of: $0, by: executable) }) {
            loaded.report.problems.append(.init(unit.issue(refusal, scope: .executable)))
        }
        for filter in filters {
            guard let code = loaded.code, fitting.contains(filter) else {
                loaded.setState(.refused, of: filter)
                continue
            }
            do {
                loaded.register(filter, by: try code.constructor(for: filter))
            } catch {
                loaded.add(error, filter: filter.name)
                loaded.setState(.refused, of: filter)
            }
        }
    }

    /// Returns why the library of a filter must not be loaded; nil if it may. Swift classes must match the host's
    /// build, C functions the version of the interface.
    static func refusal(of filter: FilterDescription, by executable: UnitExecutable) -> ImageUnitProblem? {
        filter.processor == nil
            ? executable.refusal(by: .host(interface: interfaceHash))
            : executable.functionRefusal(byInterface: UnitLibrary.interfaceVersion)
    }

    /// Loads a unit's code: into this process if the host trusts executable code, otherwise into a worker process.
    static func makeCode(_ source: UnitCodeSource) throws -> any UnitCode {
        guard CIPlugIn.trustsExecutableCode else {
            return try RemoteCode(source, limits: CIPlugIn.executableUnitLimits, quarantine: .standard)
        }
        let library = try LoadedLibraries.shared.url(
            of: source.executable.library, in: source.unit.bundle, source.fingerprint)
        return try InProcessCode(source.unit, library: library)
    }

    /// Returns the report of another unit in use with this identifier; nil if there is none.
    private func unitInUse(identifiedAs identifier: String, except path: String) -> CIPlugInReport? {
        for (other, unit) in units where unit.report.identifier == identifier && other != path {
            if isInUse(unit.report.url) { return unit.report }
            unloadIfGone(unit.report.url)
        }
        return nil
    }

    /// Returns the origin of a registered filter of this name; nil if there is none, or if it belongs to the unit at
    /// `path`.
    private func originInUse(of name: String, except path: String) -> CIFilterOrigin? {
        guard let origin = FilterRegistry.shared.entry(named: name)?.origin else { return nil }
        guard case .imageUnit(let other) = origin else { return origin }
        if Self.canonicalPath(of: other) == path || unloadIfGone(other) { return nil }
        return origin
    }

    /// Unloads a unit whose folder no longer exists. Returns false if the folder exists.
    @discardableResult
    private func unloadIfGone(_ bundle: URL) -> Bool {
        if Self.exists(bundle) { return false }
        unload(bundle, isGone: true)
        return true
    }
}
