import CoreImage
import Foundation
import HostileCases
import Mutators
import Synchronization

extension SoakJob {
    private static let numbers = Atomic(0)
    /// Limits the number of concurrent attacks on machine resources, which slow down the innocent jobs.
    private static let attackers = DispatchSemaphore(value: 3)

    private static func newNumber() -> Int { numbers.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Loads, renders and unloads a unit without code, which may be mutated.
    static let hostileUnit = SoakJob("changed units", weight: 10) { scene, random in
        let number = newNumber()
        // There are more names than threads, but few enough that names recur.
        var unit = random.element(UnitFiles.valid).renamed("Soak\(number % 64)")
        for _ in 0..<random.below(4) { unit = UnitMutator.changed(unit, &random) }
        let bundle = scene.folder[.temporary].appendingPathComponent("Unit\(number).plugin")
        defer { try? FileManager.default.removeItem(at: bundle) }
        unit.write(to: bundle)
        defer { CIPlugIn.unload(bundle) }
        let report = try CIPlugIn.loadReporting(bundle, allowExecutableCode: false)
        for filter in report.filters.prefix(3) where filter.isRegistered { try render(filter.name, scene, &random) }
    }

    /// Loads, renders and unloads a unit whose code attacks the host. Its files are removed before it is unloaded.
    static let hostileCode = SoakJob("hostile code", weight: 4) { scene, random in
        let attack = random.element(HostileUnitCase.all)
        attackers.wait()
        defer { attackers.signal() }
        let (bundle, filter) = try scene.hostile.unit(for: attack, number: newNumber())
        defer { CIPlugIn.unload(bundle) }
        defer { try? FileManager.default.removeItem(at: bundle) }
        try CIPlugIn.loadReporting(bundle, allowExecutableCode: true)
        try render(filter, scene, &random)
    }

    private static func render(_ name: String, _ scene: SoakScene, _ random: inout SplitMix) throws {
        let filter = try CIFilter.named(name)
        if filter.inputKeys.contains(kCIInputImageKey) { filter.setValue(scene.picture, forKey: kCIInputImageKey) }
        guard let image = filter.outputImage else { return }
        try SoakRendering.attempt(image, scene, &random)
    }

    /// Adds, changes and removes units of a folder while other threads scan it.
    static let changingFolder = SoakJob("changing folders", weight: 4) { scene, random in
        let folder = scene.folder[.changing]
        let bundle = folder.appendingPathComponent("Unit\(random.below(12)).plugin")
        switch random.below(4) {
        case 0: try? FileManager.default.removeItem(at: bundle)
        case 1: UnitMutator.changed(random.element(UnitFiles.valid), &random).write(to: bundle)
        case 2: CIPlugIn.reloadChanged()
        default:
            for report in CIPlugIn.reports(scanning: folder, allowExecutableCode: false) {
                guard report.isLoaded || report.problems.contains(where: { !$0.description.isEmpty }) else {
                    throw SoakFailure("\(report.url.lastPathComponent) is refused without a reason")
                }
            }
        }
    }

    /// Reloads the innocent unit while other threads render with it.
    static let reloading = SoakJob("reloading", weight: 2, isInnocent: true) { scene, random in
        try CIPlugIn.reload(InnocentUnits.reloadable(in: scene.folder[.innocent]))
    }
}
