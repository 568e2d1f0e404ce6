import Foundation
import ImageUnits
import UnitFunctions

extension ImageUnitHost {
    /// A version of a unit, ready to be taken into use, its code opened where it has some that may run. Called under the lock.
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

    /// The executable filters that nothing stands in the way of but their code.
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
            // The scan has found already why there can be nothing.
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

    /// Why the library that has a filter must not be loaded: Swift classes fit one build of the host, C functions one version of the interface.
    static func refusal(of filter: FilterDescription, by executable: UnitExecutable) -> ImageUnitProblem? {
        filter.processor == nil
            ? executable.refusal(by: .host(interface: interfaceHash))
            : executable.functionRefusal(byInterface: UnitLibrary.interfaceVersion)
    }

    /// Chooses where code runs: for units that the host trusts, in this process; for others, in one of their own.
    static func makeCode(_ source: UnitCodeSource) throws -> any UnitCode {
        guard CIPlugIn.trustsExecutableCode else {
            return try WorkerUnit(source, limits: CIPlugIn.executableUnitLimits, quarantine: .standard)
        }
        let library = try LoadedLibraries.shared.place(
            of: source.executable.library, in: source.unit.bundle, source.fingerprint)
        return try CodeInThisProcess(source.unit, library: library)
    }

    /// Another unit with the identifier that is in use.
    private func unitInUse(identifiedAs identifier: String, except place: String) -> CIPlugInReport? {
        for (other, unit) in units where unit.report.identifier == identifier && other != place {
            if isInUse(unit.report.url) { return unit.report }
            unloadIfGone(unit.report.url)
        }
        return nil
    }

    /// Where a filter of the name comes from, unless it is the unit itself.
    private func originInUse(of name: String, except place: String) -> CIFilterOrigin? {
        guard let origin = FilterRegistry.shared.entry(named: name)?.origin else { return nil }
        guard case .imageUnit(let other) = origin else { return origin }
        if Self.place(of: other) == place || unloadIfGone(other) { return nil }
        return origin
    }

    /// Unloads a unit that was removed from the disk; false when it is there.
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
