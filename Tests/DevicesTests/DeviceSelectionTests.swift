import DeviceKernels
import Testing

@Suite("Values of COREIMAGE_DEVICE")
struct DeviceSelectionTests {
    @Test(
        "texts name processors",
        arguments: [
            ("cpu", DeviceSelection.processor), ("CPU", .processor), ("auto", .automatic), ("cuda", .cuda(0)),
            ("cuda:3", .cuda(3)), ("vulkan", .vulkan(nil)),
            (
                "Vulkan:llvmpipe (LLVM 15.0.6, 256 bits)",
                .vulkan("llvmpipe (LLVM 15.0.6, 256 bits)")
            ), ("vulkan:a:b", .vulkan("a:b")),
        ])
    func texts(text: String, selection: DeviceSelection) {
        #expect(DeviceSelection(text) == selection)
        #expect(DeviceSelection("\(selection)") == selection)
    }

    @Test(
        "other texts name none",
        arguments: [
            "", "gpu", "cuda:", "cuda:-1", "cuda:one", "vulkan:", "vulkan:0", "vulkan: ", "cpu:0", "auto:", " cpu",
        ])
    func others(text: String) { #expect(DeviceSelection(text) == nil) }

    @Test("an exactness is told in the field's terms") func exactness() {
        #expect("\(KernelExactness.equalBits)" == "every bit")
        #expect("\(KernelExactness.bounded(by: 1 / 1_048_576))" == "within 2⁻²⁰ for each instruction")
        #expect("\(KernelExactness.bounded(by: 0.75))" == "within 0.75 for each instruction")
    }
}
