import Foundation
import ImageGraph
import Interpreter
import KernelLanguage
import KernelTestSupport
import Pixels
import Testing
import Vulkan

/// Computes the cases of the kernel language on the device. Their files have the expected results.
@Suite("Kernel cases on Vulkan", .needsVulkan) struct VulkanKernelCaseTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "KernelLanguageTests/Cases/Results")
    private static let region = PixelRect(x: -3, y: 2, width: 9, height: 2)

    @Test(
        arguments: try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .map(\.lastPathComponent).sorted())
    func file(_ name: String) throws {
        let functions = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
        for kernelCase in try KernelCase.cases(in: functions) {
            // Other numbers may be computed when the kernel is compiled.
            let (text, parameters) = kernelCase.kernel(.pixels)
            let source = KernelSource(text: functions + "\n" + text, file: name)
            let program = try #require(KernelCompiler.compile(source).kernels.last)
            let result = try VulkanComparison(
                program: program, arguments: parameters.map { _ in [] }, images: parameters.map { Self.image($0) },
                region: Self.region
            ).onDevice()
            for y in Self.region.y..<Self.region.maxY {
                for x in Self.region.x..<Self.region.maxX {
                    #expect(kernelCase.accepts(result[x, y]), "\(name):\(kernelCase.line): \(result[x, y])")
                }
            }
        }
        Lavapipe.expectNoMessages()
    }

    private static func image(_ color: [Float]) -> SamplerBinding {
        let raster = Raster(bounds: region)
        raster.fill(region, with: SIMD4(color))
        return SamplerBinding(raster: raster, extent: region.cgRect)
    }
}
