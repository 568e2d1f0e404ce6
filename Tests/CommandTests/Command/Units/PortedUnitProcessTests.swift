import Foundation
import Testing

/// Tests of `coreimage units new --from-kernel`: the unit is made, built and applied to a picture.
@Suite("The command: units from kernels")
struct PortedUnitProcessTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    private func build(_ kernel: String) throws -> CommandProcess.Outcome {
        try Data(kernel.utf8).write(to: command.folder.appendingPathComponent("mine.cikernel"))
        let made = try command.run(["units", "new", "Mine", "--from-kernel", "mine.cikernel"])
        try #require(made.code == 0, "\(made.errors)")
        return try command.run(["units", "build", "Mine"])
    }

    private func apply(_ output: String, _ chain: String...) throws -> Data {
        let outcome = try command.run(
            ["apply", CommandProcess.scene, "-o", command.path(output), "--units", command.path("Mine/build"), "--"]
                + chain)
        #expect(outcome.code == 0, "\(outcome.errors)")
        return try Data(contentsOf: command.folder.appendingPathComponent(output))
    }

    @Test("A kernel that reads only its own pixel becomes a nonexecutable filter with the right pixels")
    func nonexecutable() throws {
        let outcome = try build(
            "kernel vec4 gain(__sample s, float amount) { return vec4(s.rgb * 2.0 * amount, s.a); }")
        #expect(outcome.code == 0 && outcome.errors == "", "\(outcome.errors)")
        // The default of `amount` is 0.5, so the gain is 1.
        #expect(try apply("same.png", "Mine") == apply("none.png", "ExposureAdjust", "EV=0"))
        #expect(try apply("light.png", "Mine", "amount=1") != apply("none2.png", "ExposureAdjust", "EV=0"))
    }

    @Test("A kernel that reads other pixels becomes a Swift class whose region of interest is the whole image")
    func swift() throws {
        let outcome = try build(
            """
            kernel vec4 mirror(sampler image)
            {
                vec2 place = destCoord();
                return sample(image, samplerTransform(image, vec2(samplerExtent(image).z - place.x, place.y)));
            }
            """)
        #expect(outcome.code == 0, "\(outcome.errors)")
        // Mirroring twice must restore the picture.
        #expect(try apply("twice.png", "Mine,", "Mine") == apply("none.png", "ExposureAdjust", "EV=0"))
        #expect(try apply("once.png", "Mine") != apply("none2.png", "ExposureAdjust", "EV=0"))
    }

    @Test("Options that don't go together are usage errors")
    func usage() throws {
        for arguments in [
            ["--from-kernel", "a", "--from-bundle", "b"], ["--kernel", "glow"], ["--from-kernel", "a", "--kind", "c"],
            ["--from-bundle", "b", "--kind", "swift"],
        ] {
            #expect(try command.run(["units", "new", "Mine"] + arguments).code == 64, "\(arguments)")
        }
    }
}
