import CoreImage
import Foundation
import Mutators

@testable import ImageUnits

extension FuzzTarget {
    /// Whole units in the format of `UnitFiles.bytes`: they are scanned, loaded without their code, and rendered.
    static let units = FuzzTarget(name: "units", longestInput: 32_768, changesPerSeed: 20) { bytes in
        let bundle = try FuzzFolder.shared.get().url.appendingPathComponent("Variant.plugin")
        defer { try? FileManager.default.removeItem(at: bundle) }
        UnitFiles(bytes).write(to: bundle)
        try checkDefaults(of: bundle)
        try checkHost(of: bundle)
    }

    private static func checkDefaults(of bundle: URL) throws {
        let reading = ImageUnitDescription.read(at: bundle, languages: ["en"])
        try FuzzFinding.expect(
            reading.unit != nil || reading.issues.contains { $0.severity == .error },
            "a unit is refused without a reason")
        for input in reading.unit?.filters.flatMap(\.inputs) ?? [] {
            for case .image(let file)? in [input.defaultValue, input.identity] {
                let path = file.resolvingSymlinksInPath().path
                try FuzzFinding.expect(
                    path.hasPrefix(bundle.resolvingSymlinksInPath().path + "/"),
                    "the default of \(input.name) is a picture outside the bundle, \(path)")
            }
        }
    }

    private static func checkHost(of bundle: URL) throws {
        defer { CIPlugIn.unload(bundle) }
        let report: CIPlugInReport
        do throws(CIPlugInError) {
            report = try CIPlugIn.loadReporting(bundle, allowExecutableCode: false)
        } catch {
            return try FuzzFinding.expectPrintable(error.description, lines: true)
        }
        for problem in report.problems { try FuzzFinding.expectPrintable(problem.description, lines: true) }
        let input = CIImage(color: CIColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 0.8))
            .cropped(to: CGRect(x: 0, y: 0, width: 24, height: 16))
        for entry in report.filters.filter(\.isRegistered).prefix(2) {
            do {
                let filter = try CIFilter.named(entry.name)
                _ = "\(filter.attributes)"
                if filter.inputKeys.contains(kCIInputImageKey) { filter.setValue(input, forKey: kCIInputImageKey) }
                if let image = filter.outputImage { try renderCorner(of: image) }
            } catch let finding as FuzzFinding {
                throw finding
            } catch {
                try expectText("\(error)")
            }
        }
    }
}
