import CoreImage
import PixelBuffers
import Testing

@Suite("Pixel buffers: renderings show the present pixels")
struct PixelBufferFreshnessTests {
    private static func fill(_ buffer: CVPixelBuffer, _ seed: Int) throws {
        try TestBuffers.fill(buffer) { row, i in UInt8(truncatingIfNeeded: i &* 7 &+ row &* 13 &+ seed &* 91) }
    }

    /// Chains whose intermediates a context stores.
    private static let chains: [(String, @Sendable (CIImage) -> CIImage)] = [
        ("the image", { $0 }),
        ("a blur", { $0.clampedToExtent().applyingGaussianBlur(sigma: 12).cropped(to: $0.extent) }),
        (
            "a kept intermediate",
            { $0.applyingFilter("CIColorInvert").insertingIntermediate(cache: true).applyingGaussianBlur(sigma: 3) }
        ),
        (
            "a reduction",
            { $0.applyingFilter("CIAreaAverage", parameters: [kCIInputExtentKey: CIVector(cgRect: $0.extent)]) }
        ),
        ("a median", { $0.applyingFilter("CIMedianFilter") }),
    ]

    @Test("one image of a buffer that changes", arguments: [kCVPixelFormatType_32BGRA, kCVPixelFormatType_24BGR])
    func reusedImage(type: OSType) throws {
        let buffer = try TestBuffers.make(96, 64, type)
        let context = CIContext()
        for (name, chain) in Self.chains {
            try Self.fill(buffer, 0)
            let image = CIImage(cvPixelBuffer: buffer)
            let result = chain(image)
            for seed in [0, 0, 0, 1, 2, 2, 0] {
                try Self.fill(buffer, seed)
                let found = try RenderedPixels(result, image.extent, in: context).all
                let expected = try RenderedPixels(chain(CIImage(cvPixelBuffer: buffer)), image.extent).all
                #expect(found == expected, "\(name), \(seed)")
            }
        }
    }

    @Test("new images of a buffer that changes, as of frames of a video")
    func newImages() throws {
        let buffer = try TestBuffers.make(96, 64, kCVPixelFormatType_64RGBAHalf)
        let context = CIContext()
        var earlier: [[SIMD4<Float>]] = []
        for frame in 0..<4 {
            try TestBuffers.rows(buffer) { row, start in
                for i in 0..<96 * 4 {
                    start.storeBytes(
                        of: Float16((i + row + frame * 50) % 256) / 256, toByteOffset: 2 * i, as: Float16.self)
                }
            }
            for (_, chain) in Self.chains.dropFirst() {
                let image = CIImage(cvPixelBuffer: buffer)
                let found = try RenderedPixels(chain(image), image.extent, in: context).all
                #expect(found == (try RenderedPixels(chain(image), image.extent).all))
                #expect(!earlier.contains(found))
                earlier.append(found)
            }
        }
    }

    @Test(
        "an image of a buffer is rendered into the same buffer, or into another one in the same memory",
        arguments: [kCVPixelFormatType_32BGRA, kCVPixelFormatType_24RGB, kCVPixelFormatType_64ARGB])
    func inPlace(type: OSType) throws {
        let buffer = try TestBuffers.make(300, 200, type)
        let expected = try TestBuffers.make(300, 200, type)
        for (name, chain) in Self.chains {
            try Self.fill(buffer, 4)
            try CIContext().renderPixelBuffer(chain(CIImage(cvPixelBuffer: buffer)), to: expected)
            try CIContext().renderPixelBuffer(chain(CIImage(cvPixelBuffer: buffer)), to: buffer)
            for (a, b) in zip(try TestBuffers.bytes(buffer), try TestBuffers.bytes(expected)) {
                let pixels = 300 * (type == kCVPixelFormatType_24RGB ? 3 : type == kCVPixelFormatType_32BGRA ? 4 : 8)
                #expect(a[..<pixels] == b[..<pixels], "\(name)")
            }
            try Self.fill(buffer, 4)
            var alias: CVPixelBuffer?
            CVPixelBufferLockBaseAddress(buffer, [])
            defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
            CVPixelBufferCreateWithBytes(
                nil, 300, 200, type, try #require(CVPixelBufferGetBaseAddress(buffer)),
                CVPixelBufferGetBytesPerRow(buffer), nil, nil, nil, &alias)
            try CIContext().renderPixelBuffer(chain(CIImage(cvPixelBuffer: buffer)), to: try #require(alias))
            #expect(
                try TestBuffers.bytes(buffer).map { $0.prefix(900) }
                    == TestBuffers.bytes(expected).map { $0.prefix(900) })
        }
    }

    @Test("a rendering may write the buffer that the next one reads")
    func feedback() throws {
        let (a, b) = (
            try TestBuffers.make(8, 8, kCVPixelFormatType_OneComponent8),
            try TestBuffers.make(8, 8, kCVPixelFormatType_OneComponent8)
        )
        let context = CIContext()
        try TestBuffers.fill(a) { _, _ in 10 }
        let add = try #require(
            CIColorKernel(source: "kernel vec4 add(__sample s) { return vec4(s.rgb + 10.0 / 255.0, s.a); }"))
        let images = [CIImage(cvPixelBuffer: a), CIImage(cvPixelBuffer: b)]
        let steps = try images.map { try #require(add.apply(extent: $0.extent, arguments: [$0])) }
        for i in 0..<10 { try context.renderPixelBuffer(steps[i % 2], to: i % 2 == 0 ? b : a) }
        #expect(try TestBuffers.bytes(a)[3].prefix(8).allSatisfy { $0 == 110 })
        #expect(try TestBuffers.bytes(b)[3].prefix(8).allSatisfy { $0 == 100 })
    }

    @Test("a buffer returns to its pool with the last image, while the context goes on")
    func pool() throws {
        var made: CVPixelBufferPool?
        let attributes: CFDictionary = [
            kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA, kCVPixelBufferWidthKey: 96,
            kCVPixelBufferHeightKey: 64,
        ]
        try #require(CVPixelBufferPoolCreate(nil, nil, attributes, &made) == kCVReturnSuccess)
        let pool = try #require(made)
        let context = CIContext()
        for _ in 0..<3 {
            for (_, chain) in Self.chains {
                var buffer: CVPixelBuffer?
                try #require(
                    CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
                        nil, pool, [kCVPixelBufferPoolAllocationThresholdKey: 1], &buffer) == kCVReturnSuccess)
                let frame = try #require(buffer)
                let image = CIImage(cvPixelBuffer: frame)
                _ = try RenderedPixels(chain(image), image.extent, in: context)
                #expect(pool.counts == (1, 0))
            }
        }
        #expect(pool.counts == (0, 1))
    }

    @Test("no filter's rendering keeps a buffer that only its image held", arguments: EveryFilterTests.names)
    func released(name: String) throws {
        let context = CIContext()
        weak var frame: CVPixelBuffer?
        do {
            let buffer = try TestBuffers.make(64, 48, kCVPixelFormatType_32BGRA)
            frame = buffer
            try Self.fill(buffer, 1)
            let image = CIImage(cvPixelBuffer: buffer)
            let filter = try #require(CIFilter(name: name))
            let keys = filter.inputKeys.filter {
                ((filter.attributes[$0] as? [String: Any])?[kCIAttributeClass] as? String) == "CIImage"
            }
            for key in keys { filter.setValue(image, forKey: key) }
            // Filters that need other inputs have no image.
            if let output = filter.outputImage {
                _ = try? RenderedPixels(output, CGRect(x: 0, y: 0, width: 16, height: 16), in: context)
            }
        }
        #expect(frame == nil)
    }
}
