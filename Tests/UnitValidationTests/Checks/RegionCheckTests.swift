import CoreImage
import Testing

@testable import UnitValidation

@Suite("Checks of regions")
struct RegionCheckTests {
    @Test("a region that is too small is found, and by how many pixels", arguments: [2, 7, 13])
    func shortage(pixels: Int) {
        let verdict = CheckTrial.verdict(of: "regions-cover-reads") { SmearTrial(shortage: CGFloat(pixels)) }
        let text = verdict?.failures ?? ""
        // Samplers get a pixel more than the region on every side, for interpolation between pixels.
        let lacking = pixels - 1
        #expect(text.contains("the region of interest of input 0 of the kernel 'smear' is \(lacking) pixel"), "\(text)")
        #expect(text.contains("inputRadius 20"))
        #expect(text.hasSuffix("grow it by \(lacking)"))
    }

    @Test("a processor's region that is too small is found, too", arguments: [1, 7])
    func processorShortage(pixels: Int) {
        let verdict = CheckTrial.verdict(of: "regions-cover-reads") { SmearProcessorTrial(shortage: pixels) }
        let text = verdict?.failures ?? ""
        #expect(
            text.contains("the region of interest of input 0 of the processor 'smear' is \(pixels) pixel"), "\(text)")
        #expect(text.contains("inputRadius 20"), "\(text)")
        #expect(text.hasSuffix("grow it by \(pixels)"), "\(text)")
    }

    @Test("a region that is right passes, here and in tiles")
    func right() {
        #expect(CheckTrial.verdict(of: "regions-cover-reads") { SmearProcessorTrial(shortage: 0) } == .passed([]))
        #expect(CheckTrial.verdict(of: "regions-cover-reads") { SmearTrial(shortage: 0) } == .passed([]))
        #expect(CheckTrial.verdict(of: "tiles-equal-whole") { SmearTrial(shortage: 0) } == .passed([]))
    }

    @Test("only the guilty kernel of a chain is named")
    func chain() {
        final class Chain: KernelTrial {
            override var outputImage: CIImage? {
                guard let image = inputImage else { return nil }
                let (short, right) = (SmearTrial(shortage: 5), KernelTrial.darker())
                right.inputImage = image
                short.inputImage = right.outputImage
                return short.outputImage?.transformed(by: CGAffineTransform(translationX: 3, y: 5))
            }
        }
        let verdict = CheckTrial.verdict(of: "regions-cover-reads") { Chain("return vec4(amount);") }
        let text = verdict?.failures ?? ""
        #expect(text.contains("'smear' is 4 pixels"), "\(text)")
        #expect(!text.contains("'trial'"))
    }

    @Test("a picture that depends on its tile shows in tiles")
    func tiles() {
        let verdict = CheckTrial.verdict(of: "tiles-equal-whole") {
            UnsteadyTrials.ChangingPixels("return vec4(amount);")
        }
        #expect(verdict?.failures.contains("give another picture") == true)
    }
}
