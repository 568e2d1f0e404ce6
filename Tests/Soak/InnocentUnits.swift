import CoreImage
import Foundation
import HostileCases

/// Valid units that must keep working while others attack: one with a kernel, and one with executable code.
enum InnocentUnits {
    private static let kernelFilter = "SoakInnocentHalf"
    private static let codeNumber = 999_999

    static let filters = [kernelFilter, "Hostile\(codeNumber)"]

    static func load(from folder: URL, _ units: HostileUnitFolder) throws {
        let unit = HostileUnit(folder: folder, name: "SoakInnocent")
        try unit.write(kernel: "kernel vec4 half(__sample s) { return vec4(s.rgb * 0.5, s.a); }", filter: kernelFilter)
        try CIPlugIn.loadReporting(unit.bundle, allowExecutableCode: false)
        guard let innocent = HostileUnitCase.all.first(where: { $0.className == "Innocent" && $0.ends == [.picture] })
        else {
            throw SoakFailure("there is no innocent unit among the hostile ones")
        }
        let made = try units.unit(for: innocent, number: codeNumber).bundle
        let bundle = folder.appendingPathComponent(made.lastPathComponent)
        try FileManager.default.moveItem(at: made, to: bundle)
        try CIPlugIn.loadReporting(bundle, allowExecutableCode: true)
    }

    /// Returns the unit that may be reloaded at any time.
    static func reloadable(in folder: URL) -> URL { HostileUnit(folder: folder, name: "SoakInnocent").bundle }
}
