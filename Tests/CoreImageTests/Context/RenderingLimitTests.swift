import Foundation
import Rendering
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("A context's limits of time and steps")
struct RenderingLimitTests {
    private static let extent = CGRect(x: 0, y: 0, width: 256, height: 256)
    private static func picture() -> CIImage {
        CIImage(color: CIColor(red: 0.5, green: 0.25, blue: 1)).cropped(to: extent)
    }

    @Test("positive numbers, infinity and null are limits, anything else throws") func options() throws {
        func settings(_ options: [CIContextOption: Any]) throws -> CIContextSettings {
            let (settings, refusals) = CIContextSettings.reading(options)
            if let refusal = refusals.first { throw refusal }
            return settings
        }
        #expect(try settings([:]).deadline == .automatic && settings([:]).stepLimit == .automatic)
        #expect(try settings([.renderingDeadline: 1.5]).deadline == .atMost(.milliseconds(1500)))
        #expect(try settings([.renderingDeadline: Double.infinity]).deadline == .unlimited)
        #expect(try settings([.renderingDeadline: NSNull()]).deadline == .unlimited)
        #expect(try settings([.stepLimit: 1000]).stepLimit == .atMost(1000))
        #expect(try settings([.stepLimit: Double.infinity]).stepLimit == .unlimited)
        for value in [0, -1, Double.nan, "soon"] as [Any] {
            #expect(throws: CIError.self) { try CIContext(checking: [.renderingDeadline: value]) }
            #expect(throws: CIError.self) { try CIContext(checking: [.stepLimit: value]) }
        }
    }

    /// Renders floats.
    private static func render(
        _ image: CIImage, _ options: [CIContextOption: Any], in bounds: CGRect = extent
    ) throws -> [Float] {
        var pixels = [Float](repeating: 0, count: Int(bounds.width * bounds.height) * 4)
        try pixels.withUnsafeMutableBytes { memory in
            try CIContext(checking: options).renderBitmap(
                image, to: memory.baseAddress!, rowBytes: Int(bounds.width) * 16, bounds: bounds, format: .RGBAf,
                colorSpace: nil)
        }
        return pixels
    }

    // The loops of all pixels together take minutes, although none exceeds the limit for one pixel.
    private static let slow = CIColorKernel(
        source:
            "kernel vec4 slow(__sample s) { vec4 x = s; for (int i = 0; i < 100000; ++i) x = pow(abs(x) + 0.1, s + 1.5); return x; }"
    )

    @Test("a kernel's loops end at the deadline, in machine code") func deadline() throws {
        let image = try #require(Self.slow).apply(extent: Self.extent, arguments: [Self.picture().noisy])
        // Compiles the kernel first, so that the deadline passes during its execution.
        _ = try Self.render(try #require(image), [:], in: CGRect(x: 0, y: 0, width: 1, height: 1))
        let error = #expect(throws: RenderingError.self) {
            _ = try Self.render(try #require(image), [.renderingDeadline: 0.1])
        }
        guard case .deadlineExceeded(limit: .milliseconds(100), overrun: _, step: let step)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(step?.contains("slow") == true)
    }

    @Test("steps are limited by the option") func steps() throws {
        let image = Self.picture().noisy.applyingFilter("CIBoxBlur", parameters: ["inputRadius": 10])
        let error = #expect(throws: RenderingError.self) { _ = try Self.render(image, [.stepLimit: 10_000]) }
        guard case .tooCostly(_, limit: 10_000, _, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let free = try Self.render(image, [:])
        #expect(try Self.render(image, [.stepLimit: 1e15, .renderingDeadline: 3600]) == free)
    }

    @Test("a cancelled task ends inside a loop") func cancelling() throws {
        let image = try #require(Self.slow?.apply(extent: Self.extent, arguments: [Self.picture().noisy]))
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 256 * 256 * 16, alignment: 64)
        defer { memory.deallocate() }
        let destination = CIRenderDestination(
            bitmapData: memory, width: 256, height: 256, bytesPerRow: 256 * 16, format: .RGBAf)
        let task = try CIContext().startTask(toRender: image, to: destination)
        // Without cancelling, this would take minutes.
        task.cancel()
        #expect(throws: CancellationError.self) { _ = try task.waitUntilCompleted() }
    }

    @Test("recipes and sandboxed kernels make a rendering limited, filters of the host's own don't") func untrusted()
        throws
    {
        let blurred = Self.picture().noisy.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 3])
        #expect(!blurred.node.isUntrusted)
        let recipe = try CIRecipe(blurred)
        let stored = try JSONDecoder().decode(CIRecipe.self, from: JSONEncoder().encode(recipe)).image()
        #expect(stored.node.isUntrusted)
        #expect(stored.applyingFilter("CIColorInvert").node.isUntrusted)
        #expect(
            stored.cropped(to: CGRect(x: 1, y: 1, width: 3, height: 3)).transformed(by: .init(scaleX: 2, y: 2)).node
                .isUntrusted)
        #expect(blurred.composited(over: stored).node.isUntrusted)
        // Both are the same picture.
        #expect(try Self.render(stored, [:]) == Self.render(blurred, [:]))
    }
}

extension CIImage {
    /// The image over noise, which the optimiser can't fold to a constant.
    fileprivate var noisy: CIImage {
        let noise = CIFilter(name: "CIRandomGenerator")?.outputImage ?? self
        return noise.composited(over: self).cropped(to: extent)
    }
}
