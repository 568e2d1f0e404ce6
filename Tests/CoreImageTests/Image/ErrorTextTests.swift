import CoreImage
import Foundation
import Testing

/// The texts that clients show of the errors of throwing initializers.
@Suite("Texts of errors")
struct ErrorTextTests {
    private func text(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return error.localizedDescription
        }
    }

    @Test("a missing picture is named")
    func picture() {
        let url = URL(fileURLWithPath: "/nowhere/picture.jpg")
        #expect(
            text { _ = try CIImage(loading: url) } == "There is no file /nowhere/picture.jpg. Check the path.")
    }

    @Test("a kernel's diagnostics are shown")
    func kernel() {
        let source = "kernel vec4 broken(__sample s) { return dott(s, s); }"
        let shown = text { _ = try CIColorKernel(compiling: source, file: "Broken.cikernel", line: 1) }
        #expect(shown?.hasPrefix("Broken.cikernel:1:") == true, "\(shown ?? "no error")")
        #expect(shown?.contains("dott(s, s)") == true && shown?.contains("did you mean 'dot'") == true)
    }
}
