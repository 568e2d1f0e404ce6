import CoreImageEssentials
import Foundation
import ImageUnits
import Recipes
import UnitFunctions

extension ImageUnitHost {
    /// Returns a version of a unit that is ready to be registered, with its code loaded if it has code that may run.
    /// Called with the lock held.
    func candidate(for scan: UnitScan, at place: String, allowExecutableCode: Bool) -> UnitCandidate {
        var candidate = UnitCandidate(scan)
        defer { candidate.finish() }
        guard let unit = scan.unit else { return candidate }
        if let refusal = unit.refusal(byVersion: Self.version) {
            candidate.report.problems.append(.init(unit.issue(refusal)))
            for filter in unit.filters { candidate.settle(filter, .refused) }
            return candidate
        }
        if let other = unitInUse(identifiedAs: unit.identifier, except: place) {
            candidate.add(ImageUnitHostError.duplicateUnit(unit, other: other.url, otherVersion: other.version))
            for filter in unit.filters { candidate.settle(filter, .shadowed(by: .imageUnit(other.url))) }
            return candidate
        }
        var executable: [FilterDescription] = []
        for filter in unit.filters {
            if filter.kind == .executable && !allowExecutableCode {
                candidate.settle(filter, .notAllowed)
            } else if let origin = originInUse(of: filter.name, except: place) {
                candidate.add(ImageUnitHostError.duplicateFilter(filter.name, unit.bundle, origin), filter: filter.name)
                candidate.settle(filter, .shadowed(by: origin))
            } else if filter.kind == .executable {
                executable.append(filter)
            } else if let kernel = scan.kernels[filter.name] {
                let definition = NonexecutableDefinition(filter, kernel)
                candidate.register(filter) { NonexecutableFilter(definition) }
            } else {
                candidate.settle(filter, .refused)
            }
        }
        addExecutable(executable, of: unit, scan.fingerprint, to: &candidate)
        return candidate
    }

    /// Adds executable filters that have passed all checks except those of their code.
    private func addExecutable(
        _ filters: [FilterDescription], of unit: ImageUnitDescription, _ fingerprint: UnitFingerprint?,
        to candidate: inout UnitCandidate
    ) {
        guard !filters.isEmpty else { return }
        if let record = fingerprint.flatMap(quarantine.record(for:)) {
            candidate.add(ImageUnitHostError.quarantined(unit.bundle, record))
            for filter in filters { candidate.settle(filter, .quarantined(reason: record.cause)) }
            return
        }
        guard let executable = unit.executable, let fingerprint else {
            // The scan has already reported why there is no usable code.
            for filter in filters { candidate.settle(filter, .refused) }
            return
        }
        let fitting = filters.filter { Self.refusal(of: $0, by: executable) == nil }
        do {
            if !fitting.isEmpty {
                candidate.code = try makeCode(
                    UnitCodeSource(unit: unit, executable: executable, fingerprint: fingerprint))
            }
        } catch {
            candidate.add(error)
        }
        for refusal in Set(filters.compactMap { Self.refusal(of: $0, by: executable) }) {
            candidate.report.problems.append(.init(unit.issue(refusal, scope: .executable)))
        }
        for filter in filters {
            guard let code = candidate.code, fitting.contains(filter) else {
                candidate.settle(filter, .refused)
                continue
            }
            do {
                candidate.register(filter, by: try code.constructor(for: filter))
            } catch {
                candidate.add(error, filter: filter.name)
                candidate.settle(filter, .refused)
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
            return try WorkerUnit(source, limits: CIPlugIn.executableUnitLimits, quarantine: .standard)
        }
        let library = try LoadedLibraries.shared.place(
            of: source.executable.library, in: source.unit.bundle, source.fingerprint)
        return try CodeInThisProcess(source.unit, library: library)
    }

    /// Returns the report of another unit in use with this identifier; nil if there is none.
    private func unitInUse(identifiedAs identifier: String, except place: String) -> CIPlugInReport? {
        for (other, unit) in units where unit.report.identifier == identifier && other != place {
            if isInUse(unit.report.url) { return unit.report }
            unloadIfGone(unit.report.url)
        }
        return nil
    }

    /// Returns the origin of a registered filter of this name; nil if there is none, or if it belongs to the unit at
    /// `place`.
    private func originInUse(of name: String, except place: String) -> CIFilterOrigin? {
        guard let origin = FilterRegistry.shared.entry(named: name)?.origin else { return nil }
        guard case .imageUnit(let other) = origin else { return origin }
        if Self.place(of: other) == place || unloadIfGone(other) { return nil }
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

extension UnitCandidate {
    fileprivate mutating func register(_ filter: FilterDescription, by construct: @escaping () -> CIFilter?) {
        settle(filter, .registered)
        entries.append(
            .init(
                name: filter.name, attributes: filter.classAttributes, origin: .imageUnit(report.url),
                unit: report.identifier.map { UnitRelease(identifier: $0, version: report.version) },
                construct: construct))
    }
}
