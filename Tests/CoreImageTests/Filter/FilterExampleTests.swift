import CoreImage
import Foundation
import Testing

@Suite("Filter: examples")
struct FilterExampleTests {
    final class Shown: CIFilter, CIFilterExampleProviding {
        static var example: CIFilterExample {
            CIFilterExample("amount=1", "amount=2", companions: ["inputMaskImage": "mask.png"], appearance: .whole)
        }
    }

    final class Vendor: NSObject, CIFilterConstructor {
        func filter(withName name: String) -> CIFilter? { Shown() }
    }

    @Test("A registered filter has the example of its class")
    func registered() {
        CIFilter.registerName("ExampleTestShown", constructor: Vendor())
        let example = CIFilterExample.of("ExampleTestShown")
        #expect(example.settings == ["amount=1", "amount=2"])
        #expect(example.companions == ["inputMaskImage": "mask.png"])
        #expect(example.appearance == .whole)
    }

    @Test("A filter without an example, and a name without a filter, have one without settings")
    func none() {
        #expect(CIFilterExample.of("CISepiaTone") == CIFilterExample())
        #expect(CIFilterExample.of("ExampleTestNobody") == CIFilterExample())
    }

    @Test("A transition's example is settings for several times, in the middle of the transition at last")
    func transition() {
        let example = CIFilterExample { "time=\($0)" }
        #expect(example.settings == ["time=0.15", "time=0.3", "time=0.7", "time=0.9", "time=0.5"])
        #expect(example.appearance == .picture)
        #expect(CIFilterExample(times: [1]) { "t=\($0)" }.settings == ["t=1.0"])
    }
}
