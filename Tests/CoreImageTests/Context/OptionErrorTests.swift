import CoreImage
import Testing

@Suite("Errors in options")
struct OptionErrorTests {
    private func text(_ body: () throws -> Void) throws -> String {
        let error = #expect(throws: CIError.self) { try body() }
        return "\(try #require(error))"
    }

    @Test("an unknown key names the nearest one, or all that there are")
    func suggestions() throws {
        let context = try text { _ = try CIContext(checking: [CIContextOption(rawValue: "low_prioritty"): true]) }
        #expect(context.contains("CIContext has no option \"low_prioritty\"; did you mean \"low_priority\"?"))
        let image = try text {
            _ = try CIImage(decoding: Data(), options: [CIImageOption(rawValue: "CIImagePixelLimits"): 4])
        }
        #expect(image.contains("did you mean \"CIImagePixelLimit\"?"))
        let sampler = CISampler(image: .red, options: ["somewhere else": 1])
        let kernel = CIKernel("kernel vec4 one(sampler s) { return sample(s, samplerCoord(s)); }")
        let unknown = try text {
            _ = try kernel.applying(extent: .infinite, roiCallback: { $1 }, arguments: [sampler])
        }
        #expect(
            unknown.contains(
                "it has CISamplerAffineMatrix, CISamplerWrapMode, CISamplerFilterMode, CISamplerColorSpace"))
    }

    @Test("of several errors in a dictionary, the one of the first key is thrown, however the dictionary is ordered")
    func order() throws {
        // Dictionaries of different capacities order their keys differently.
        for capacity in 1...40 {
            var options = [CIImageOption: Any](minimumCapacity: capacity)
            for key in [CIImageOption.properties, .nearestSampling, .colorSpace, .pixelLimit] { options[key] = "no" }
            let image = try text { _ = try CIImage(decoding: Data(), options: options) }
            #expect(image.contains(CIImageOption.colorSpace.rawValue))
            var sampling = [AnyHashable: Any](minimumCapacity: capacity)
            for key in [kCISamplerWrapMode, kCISamplerFilterMode, kCISamplerAffineMatrix] { sampling[key] = "no" }
            let sampler = CISampler(image: .red, options: sampling)
            let kernel = CIKernel("kernel vec4 one(sampler s) { return sample(s, samplerCoord(s)); }")
            let refusal = try text {
                _ = try kernel.applying(extent: .infinite, roiCallback: { $1 }, arguments: [sampler])
            }
            #expect(refusal.contains(kCISamplerAffineMatrix))
        }
    }

    @Test("a pixel format that can't be used is answered with formats that can")
    func formats() throws {
        let picture = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 2, height: 2))
        let unknown = try text {
            _ = try CIImageAccumulator(keeping: picture.extent, format: CIFormat(rawValue: 7))
        }
        #expect(
            unknown == "The pixel format with the raw value 7, which stands for no format, can't be used for an "
                + "accumulator; use .RGBA8, .RGBA16, .RGBAh, .RGBAf")
        let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
        let red = try text {
            try CIContext().writePNGRepresentation(
                of: picture, to: URL(fileURLWithPath: "/nonexistent/never.png"), format: .R8, colorSpace: space)
        }
        #expect(red.contains("use .RGBA8"))
    }

    @Test("an animation without frames is refused with the reason", arguments: ["gif", "webp"])
    func emptyAnimation(extension name: String) throws {
        let folder = try TemporaryFolder()
        let file = folder.file("none.\(name)")
        let refusal = try text {
            try CIContext().writeAnimation(
                of: [], in: CGRect(x: 0, y: 0, width: 4, height: 4), to: file, secondsPerFrame: 0.1)
        }
        #expect(refusal.contains("frames") && refusal.contains("at least one image"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    /// Counts changes of its settings, as another thread would notice them.
    private final class WatchedDestination: CIRenderDestination, @unchecked Sendable {
        var changeCount = 0
        override var isClamped: Bool { didSet { changeCount += 1 } }
        override var blendKernel: CIBlendKernel? { didSet { changeCount += 1 } }
    }

    @Test("clearing a destination ignores its settings without changing them")
    func clearing() throws {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
        defer { memory.deallocate() }
        memory.initializeMemory(as: Float.self, repeating: 0.5, count: 4)
        let destination = WatchedDestination(bitmapData: memory, width: 1, height: 1, bytesPerRow: 16, format: .RGBAf)
        destination.isClamped = true
        destination.blendKernel = .componentAdd
        #expect(destination.changeCount == 2)
        _ = try CIContext().startTask(toClear: destination).waitUntilCompleted()
        #expect(destination.changeCount == 2 && destination.isClamped && destination.blendKernel != nil)
        #expect(memory.load(as: SIMD4<Float>.self) == .zero)
    }
}
