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
