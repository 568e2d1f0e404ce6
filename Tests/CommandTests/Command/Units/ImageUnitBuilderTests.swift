import CoreImage
import Foundation
import Testing

/// Tests of the plugin `ImageUnitBuilder` in a package that depends on this one. They build Core Image once more, which
/// takes minutes.
@Suite(
    "Units that are packages",
    .enabled(
        if: ProcessInfo.processInfo.environment["COREIMAGE_TEST_PLUGIN"] == "1", "set COREIMAGE_TEST_PLUGIN=1 to run it"
    ))
struct ImageUnitBuilderTests {
    @Test("swift package build-image-unit builds a bundle that this command loads and renders with")
    func builds() throws {
        let command = try CommandProcess()
        let new = try command.run([
            "units", "new", "SoftTone", "--kind", "swift", "-o", command.folder.path, "--package",
            CommandProcess.package.path,
        ])
        #expect(new.code == 0, "\(new.errors)")
        let build = try CommandProcess.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            ["swift", "package", "build-image-unit", "--configuration", "debug", "--output", command.path("units")],
            in: URL(fileURLWithPath: command.path("SoftTone")), environment: [:])
        #expect(build.code == 0, "\(build.output)\(build.errors)")
        let listing = try command.run(["units", command.path("units")])
        #expect(listing.code == 0 && listing.output.contains("SoftTone  executable"), "\(listing.errors)")
        for (name, chain) in [("same", ["ExposureAdjust", "EV=0"]), ("soft", ["SoftTone"])] {
            let apply = try command.run(
                [
                    "apply", CommandProcess.scene, "-o", command.path("\(name).png"), "--units", command.path("units"),
                    "--",
                ] + chain)
            #expect(apply.code == 0, "\(apply.errors)")
        }
        let pictures = try ["same", "soft"].map {
            try Data(contentsOf: URL(fileURLWithPath: command.path("\($0).png")))
        }
        #expect(pictures[0] != pictures[1])
    }
}
