import CoreImage
import Testing

@testable import UnitValidation

@Suite("Checks of pixels")
struct RenderingCheckTests {
    private static let same = "return sample(image, samplerCoord(image)) * amount;"

    @Test("an empty extent, and nothing at one end of the slider")
    func renders() {
        let empty = CheckTrial.verdict(of: "renders-at-defaults") { CarelessTrials.Empty(Self.same) }
        #expect(empty?.failures.contains("empty extent") == true)
        #expect(CheckTrial.verdict(of: "renders-at-defaults") { CarelessTrials.NilAtZero(Self.same) } == .passed([]))
        let vanishing = CheckTrial.verdict(of: "renders-at-limits") { CarelessTrials.NilAtZero(Self.same) }
        #expect(vanishing?.failures.contains("with inputAmount 0: Trial") == false)
        #expect(vanishing?.failures.contains("with inputAmount 0:") == true)
        #expect(vanishing?.failures.contains("with inputAmount 1") == false)
    }

    @Test("identity values that change the picture")
    func identity() {
        let other = CheckTrial.verdict(of: "identity-changes-nothing") {
            KernelTrial("return sample(image, samplerCoord(image)) * (amount - 0.1);")
        }
        #expect(other?.failures.contains("with inputAmount 1 the result is not the picture") == true)
        #expect(CheckTrial.verdict(of: "identity-changes-nothing") { KernelTrial.darker() } == .passed([]))
    }

    @Test("pixels that are not numbers, with the setting that makes them")
    func finite() {
        let verdict = CheckTrial.verdict(of: "finite-pixels") {
            KernelTrial(
                "vec4 s = sample(image, samplerCoord(image)); return vec4(s.rgb / amount - s.rgb / amount, 1.0);")
        }
        #expect(verdict?.failures.contains("with inputAmount 0, the pixel") == true)
        #expect(CheckTrial.verdict(of: "finite-pixels") { KernelTrial.darker() }?.kind == .passed)
    }

    @Test("colours beyond their alpha are warned of")
    func premultiplied() {
        let verdict = CheckTrial.verdict(of: "premultiplied-pixels") {
            KernelTrial("vec4 s = sample(image, samplerCoord(image)); return vec4(s.rgb * (1.0 + 9.0 * amount), s.a);")
        }
        #expect(verdict?.warnings.contains("beyond its alpha") == true)
        #expect(CheckTrial.verdict(of: "premultiplied-pixels") { KernelTrial.darker() }?.kind == .passed)
    }

    @Test("an extent that cuts the result off, and by how much")
    func extent() {
        let verdict = CheckTrial.verdict(of: "extent-holds-picture") {
            CarelessTrials.WrongExtent(
                "return sample(image, samplerTransform(image, destCoord() + vec2(3.0, 0.0))) * (amount + 0.5);")
        }
        #expect(verdict?.warnings.contains("the extent cuts the result off") == true)
        #expect(CheckTrial.verdict(of: "extent-holds-picture") { KernelTrial.darker() } == .passed([]))
    }

    @Test("a result that changes between renderings is found")
    func deterministic() {
        let verdict = CheckTrial.verdict(of: "deterministic") { UnsteadyTrials.ChangingBrightness(Self.same) }
        #expect(verdict?.failures.contains("made again by the same filter differs") == true)
        let flickering = CheckTrial.verdict(of: "deterministic") { UnsteadyTrials.ChangingPixels(Self.same) }
        #expect(flickering?.failures.contains("rendered again differs") == true)
        #expect(CheckTrial.verdict(of: "deterministic") { KernelTrial.darker() } == .passed([]))
    }

    @Test("machine code and interpreter are compared pixel by pixel")
    func backends() {
        // The two back ends give the same pixels for the same input, so the input changes between the renderings.
        let verdict = CheckTrial.verdict(of: "interpreter-equals-jit") { UnsteadyTrials.ChangingPixels(Self.same) }
        if ValidationRenderer.machineCode.isAvailable {
            #expect(verdict?.failures.contains("machine code gives other pixels") == true)
        } else {
            #expect(verdict?.kind == .skipped)
        }
    }

    @Test(
        "a blur's rounding is the host's: a kernel behind one passes, and pixels that really differ don't",
        .enabled(if: ValidationRenderer.machineCode.isAvailable))
    func backendsOfOperators() {
        #expect(CheckTrial.verdict(of: "interpreter-equals-jit") { SoftTrial() } == .passed([]))
        let unsteady = CheckTrial.verdict(of: "interpreter-equals-jit") { UnsteadySoftTrial() }
        #expect(unsteady?.failures.contains("machine code gives other pixels") == true)
    }
}
