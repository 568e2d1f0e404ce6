import Testing

@testable import UnitValidation

@Suite("Checks of kernels")
struct KernelCheckTests {
    @Test("a kernel that doesn't compile is shown with its place, and what needs it is skipped")
    func compiles() throws {
        let bundle = try TestBundle(
            name: "BrokenKernelTrial",
            kernel: "kernel vec4 trial(sampler image, float amount)\n{ retrun sample(image, samplerCoord(image)); }\n")
        let text = try CheckTrial.verdicts(of: "kernel-compiles", on: bundle.url)[0].failures
        #expect(text.contains("Trial.cikernel:2:"))
        let report = try Validator(options: CheckTrial.quick).run(bundle.url)
        let fits = report.results.first { $0.check == "kernel-fits" }
        #expect(fits?.verdict == .skipped("kernel-compiles did not pass"))
        let fuzzing = report.results.first { $0.check == "fuzzing" }
        #expect(fuzzing?.verdict.kind == .skipped)
    }

    @Test("a kernel that samples elsewhere, and one with other parameters")
    func fits() throws {
        let free = try TestBundle(
            name: "FreeTrial",
            kernel:
                "kernel vec4 trial(sampler image, float amount) { return sample(image, samplerTransform(image, destCoord() + amount)); }"
        )
        #expect(try CheckTrial.verdicts(of: "kernel-fits", on: free.url)[0].failures.contains("samples elsewhere"))
        let short = try TestBundle(
            name: "ShortTrial",
            kernel: "kernel vec4 trial(sampler image) { return sample(image, samplerCoord(image)); }")
        #expect(try CheckTrial.verdicts(of: "kernel-fits", on: short.url)[0].failures.contains("has 1 parameters"))
    }

    @Test("several kernels without the filter's name are a warning")
    func several() throws {
        let one = "(sampler image, float amount) { return sample(image, samplerCoord(image)) * amount; }\n"
        let bundle = try TestBundle(name: "TwoTrial", kernel: "kernel vec4 a" + one + "kernel vec4 b" + one)
        let verdict = try CheckTrial.verdicts(of: "kernel-compiles", on: bundle.url)[0]
        #expect(verdict.warnings.contains("the first, a, is used, and not b"))
    }

    @Test("kernel files that a unit's code will compile are compiled; without code there are none")
    func files() throws {
        let bundle = try TestBundle(name: "FilesTrial")
        try bundle.write("Contents/Resources/Draft.cikernel", "kernel vec4 draft(sampler s)\n{ return vec3(1.0); }\n")
        #expect(
            try CheckTrial.verdicts(of: "kernel-files", on: bundle.url)[0]
                == .skipped("the unit has no kernel files for code to compile"))
        try bundle.edit(
            "<key>CIKernelFile</key><string>Trial</string>", "<key>CIFilterClass</key><string>Trial</string>")
        let failures = try CheckTrial.verdicts(of: "kernel-files", on: bundle.url)[0].failures
        #expect(failures.contains("Contents/Resources/Draft.cikernel:2:"))
    }

    @Test("a loop that ends in time at the default but not at the maximum")
    func terminates() {
        let loop = """
            float sum = 0.0;
            for (int i = 0; i < int(amount * amount * 400000.0); i++) { sum += 0.00001; }
            return vec4(sum) + sample(image, samplerCoord(image));
            """
        let verdict = CheckTrial.verdict(of: "kernels-terminate") { KernelTrial(loop) }
        #expect(verdict?.failures.contains("with inputAmount 1") == true, "\(String(describing: verdict))")
        #expect(verdict?.failures.contains("default settings") == false)
        #expect(CheckTrial.verdict(of: "kernels-terminate") { KernelTrial.darker() } == .passed([]))
    }
}
