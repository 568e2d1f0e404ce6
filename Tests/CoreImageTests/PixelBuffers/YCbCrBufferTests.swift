import CoreImage
import Foundation
import PixelBuffers
import TestSupport
import Testing

@Suite("Pixel buffers of luma and chroma")
struct YCbCrBufferTests {
    static let types: [OSType] = [
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_444YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
        kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr10BiPlanarFullRange,
        kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_444YpCbCr10BiPlanarFullRange,
        kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange,
    ]

    /// A buffer with random codes.
    static func noise(_ width: Int, _ height: Int, _ type: OSType, seed: UInt64 = 1) throws -> CVPixelBuffer {
        var buffer: CVPixelBuffer?
        #expect(CVPixelBufferCreate(kCFAllocatorDefault, width, height, type, nil, &buffer) == kCVReturnSuccess)
        let result = try #require(buffer)
        var random = SeededGenerator(seed: seed)
        CVPixelBufferLockBaseAddress(result, [])
        defer { CVPixelBufferUnlockBaseAddress(result, []) }
        for plane in 0..<CVPixelBufferGetPlaneCount(result) {
            let start = try #require(CVPixelBufferGetBaseAddressOfPlane(result, plane))
            for row in 0..<CVPixelBufferGetHeightOfPlane(result, plane) {
                let line = start + row * CVPixelBufferGetBytesPerRowOfPlane(result, plane)
                for index in 0..<samples(result, plane) {
                    if isWide(result) {
                        line.storeBytes(of: UInt16(random.below(1024)) << 6, toByteOffset: 2 * index, as: UInt16.self)
                    } else {
                        line.storeBytes(of: UInt8(random.below(256)), toByteOffset: index, as: UInt8.self)
                    }
                }
            }
        }
        return result
    }

    private static func isWide(_ buffer: CVPixelBuffer) -> Bool { buffer.format.bits > 8 }

    /// The number of integers in a row of a plane.
    private static func samples(_ buffer: CVPixelBuffer, _ plane: Int) -> Int {
        CVPixelBufferGetWidthOfPlane(buffer, plane) * (CVPixelBufferGetPlaneCount(buffer) == 2 && plane == 1 ? 2 : 1)
    }

    /// All codes of all planes.
    static func codes(_ buffer: CVPixelBuffer) -> [[Int]] {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        return (0..<CVPixelBufferGetPlaneCount(buffer)).map { plane in
            (0..<CVPixelBufferGetHeightOfPlane(buffer, plane)).flatMap { row in
                (0..<samples(buffer, plane)).map { index in
                    let line =
                        CVPixelBufferGetBaseAddressOfPlane(buffer, plane).map {
                            $0 + row * CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
                        }
                    return isWide(buffer)
                        ? Int(line?.load(fromByteOffset: 2 * index, as: UInt16.self) ?? 1)
                        : Int(line?.load(fromByteOffset: index, as: UInt8.self) ?? 1)
                }
            }
        }
    }

    private static func tag(_ buffer: CVPixelBuffer, _ key: CFString, _ value: CFString) {
        CVBufferSetAttachment(buffer, key, value, .shouldPropagate)
    }

    @Test("an unchanged image keeps every code, in every format", arguments: types)
    func unchanged(type: OSType) throws {
        let source = try Self.noise(39, 21, type)
        for space in [nil, NSNull()] as [Any?] {
            let target = try Self.noise(39, 21, type, seed: 2)
            let context = CIContext(options: space.map { [.workingColorSpace: $0] })
            try context.renderPixelBuffer(CIImage(cvPixelBuffer: source), to: target)
            #expect(Self.codes(target) == Self.codes(source))
        }
    }

    @Test("luma of every format passes through linear light without a change", arguments: types)
    func luma(type: OSType) throws {
        let source = try Self.noise(38, 20, type)
        let target = try Self.noise(38, 20, type, seed: 2)
        // A crop makes it a computed image with the same pixels.
        let image = CIImage(cvPixelBuffer: source).applyingFilter(
            "CIColorMatrix", parameters: ["inputBiasVector": CIVector(x: 0, y: 0, z: 0, w: 0)])
        try CIContext(options: [.workingFormat: CIFormat.RGBAf]).renderPixelBuffer(image, to: target)
        #expect(Self.codes(target)[0] == Self.codes(source)[0])
        // 4:4:4 has no interpolation.
        if source.planes[1].width == 38 { #expect(Self.codes(target)[1] == Self.codes(source)[1]) }
    }

    @Test("a gray of each matrix is that gray in linear light, and the rule for missing tags is followed")
    func colors() throws {
        // (width, height, attachments, weights of red and blue)
        let cases: [(Int, Int, [(CFString, CFString)], Double, Double)] = [
            (64, 64, [], 0.299, 0.114), (1280, 2, [], 0.2126, 0.0722), (2, 578, [], 0.2126, 0.0722),
            (64, 64, [(kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_709_2)], 0.2126, 0.0722),
            (64, 64, [(kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_2020)], 0.2627, 0.0593),
            (64, 64, [(kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_ITU_R_2020)], 0.2627, 0.0593),
            (1280, 2, [(kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_601_4)], 0.299, 0.114),
            (1280, 2, [(kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_SMPTE_240M_1995)], 0.212, 0.087),
        ]
        for (width, height, attachments, red, blue) in cases {
            let buffer = try Self.noise(width, height, kCVPixelFormatType_444YpCbCr8BiPlanarFullRange)
            for (key, value) in attachments { Self.tag(buffer, key, value) }
            let codes = Self.codes(buffer)
            // Without colour management the numbers are those of the video.
            let pixels = try RenderedPixels(
                CIImage(cvPixelBuffer: buffer, options: [.colorSpace: NSNull()]),
                CGRect(x: 0, y: 0, width: width, height: height))
            for (x, row) in [(0, 0), (width - 1, 0), (width - 1, height - 1)] {
                let index = row * width + x
                let luma = Double(codes[0][index]) / 255
                let pb = (Double(codes[1][2 * index]) - 128) / 255
                let pr = (Double(codes[1][2 * index + 1]) - 128) / 255
                let (r, b) = (luma + pr * (2 - 2 * red), luma + pb * (2 - 2 * blue))
                let g = (luma - red * r - blue * b) / (1 - red - blue)
                let pixel = pixels[x, height - 1 - row]
                #expect(isClose(pixel, SIMD4(Float(r), Float(g), Float(b), 1), 4e-6), "\(attachments)")
            }
        }
    }

    @Test("a part of a buffer is rendered with its chroma, and the rest stays")
    func parts() throws {
        let type = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        for (x, y, width, height) in [(4, 6, 10, 8), (3, 5, 7, 9), (0, 0, 1, 1), (37, 19, 2, 2)] {
            let target = try Self.noise(39, 21, type)
            let before = Self.codes(target)
            let image = CIImage(color: CIColor(red: 1, green: 1, blue: 1))
            try CIContext().renderPixelBuffer(
                image, to: target, bounds: CGRect(x: x, y: y, width: width, height: height),
                colorSpace: CGColorSpace(name: CGColorSpace.itur_709))
            let after = Self.codes(target)
            for row in 0..<21 {
                for column in 0..<39 {
                    let inside = (x..<x + width).contains(column) && (y..<y + height).contains(20 - row)
                    #expect(after[0][row * 39 + column] == (inside ? 255 : before[0][row * 39 + column]))
                }
            }
            for row in 0..<11 {
                for column in 0..<20 {
                    let touches =
                        (0..<4).contains { corner in
                            let (luma, line) = (2 * column + corner % 2, 2 * row + corner / 2)
                            return (x..<min(39, x + width)).contains(luma) && line < 21
                                && (y..<y + height).contains(20 - line)
                        }
                    for part in 0..<2 {
                        let index = 2 * (row * 20 + column) + part
                        #expect(after[1][index] == (touches ? 128 : before[1][index]), "\(column), \(row)")
                    }
                }
            }
        }
    }

    @Test("blending reads the present codes") func blending() throws {
        let target = try Self.noise(38, 20, kCVPixelFormatType_444YpCbCr8BiPlanarFullRange)
        let before = Self.codes(target)
        let destination = CIRenderDestination(pixelBuffer: target)
        destination.blendKernel = .sourceOver
        _ = try CIContext().startTask(toRender: .empty(), to: destination).waitUntilCompleted()
        #expect(Self.codes(target) == before)
    }

    @Test("a buffer is rendered into itself as into another one", arguments: types)
    func inPlace(type: OSType) throws {
        let (buffer, other) = (try Self.noise(300, 140, type), try Self.noise(300, 140, type, seed: 2))
        let context = CIContext()
        func blurred() -> CIImage {
            CIImage(cvPixelBuffer: buffer).clampedToExtent().applyingGaussianBlur(sigma: 3)
                .cropped(to: CGRect(x: 0, y: 0, width: 300, height: 140))
        }
        try context.renderPixelBuffer(blurred(), to: other)
        try context.renderPixelBuffer(blurred(), to: buffer)
        #expect(Self.codes(buffer) == Self.codes(other))
    }

    @Test("attachments that can't be used give an error that names them") func refusals() throws {
        let buffer = try Self.noise(8, 8, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
        for (key, value) in [
            (kCVImageBufferYCbCrMatrixKey, "IPT"), (kCVImageBufferChromaLocationTopFieldKey, "DV 4:2:0"),
            (kCVImageBufferTransferFunctionKey, "unheard of"),
        ] {
            Self.tag(buffer, key, value)
            let error = #expect(throws: CIError.self) { try CIImage(checking: buffer) }
            #expect(error?.description.contains(value) == true)
            #expect(throws: CIError.self) { try CIContext().renderPixelBuffer(.empty(), to: buffer) }
            CVBufferRemoveAttachment(buffer, key)
        }
        _ = try CIImage(checking: buffer)
    }

    @Test(
        "packed formats are read and written as the planes of 4:2:2",
        arguments: [
            // The bytes of Y, Cb, Y and Cr in a block, as the formats' names list them.
            (kCVPixelFormatType_422YpCbCr8, [1, 0, 3, 2], kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange),
            (kCVPixelFormatType_422YpCbCr8_yuvs, [0, 1, 2, 3], kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange),
            (kCVPixelFormatType_422YpCbCr8FullRange, [0, 1, 2, 3], kCVPixelFormatType_422YpCbCr8BiPlanarFullRange),
        ])
    func packed(type: OSType, places: [Int], planarType: OSType) throws {
        let (width, height) = (37, 9)
        let planes = try Self.noise(width, height, planarType)
        let codes = Self.codes(planes)
        var made: CVPixelBuffer?
        CVPixelBufferCreate(kCFAllocatorDefault, width, height, type, nil, &made)
        let buffer = try #require(made)
        func bytes(_ body: (UnsafeMutableRawPointer, _ row: Int, _ block: Int) -> Void) throws {
            CVPixelBufferLockBaseAddress(buffer, [])
            defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
            let base = try #require(CVPixelBufferGetBaseAddress(buffer))
            for row in 0..<height {
                for block in 0..<(width + 1) / 2 {
                    body(base + row * CVPixelBufferGetBytesPerRow(buffer) + 4 * block, row, block)
                }
            }
        }
        func luma(_ row: Int, _ x: Int) -> Int { codes[0][row * width + min(x, width - 1)] }
        try bytes { address, row, block in
            let values = [
                luma(row, 2 * block), codes[1][2 * (row * 19 + block)], luma(row, 2 * block + 1),
                codes[1][2 * (row * 19 + block) + 1],
            ]
            for (place, value) in zip(places, values) {
                address.storeBytes(of: UInt8(value), toByteOffset: place, as: UInt8.self)
            }
        }
        let region = CGRect(x: 0, y: 0, width: width, height: height)
        let read = try RenderedPixels(CIImage(cvPixelBuffer: buffer), region)
        let expected = try RenderedPixels(CIImage(cvPixelBuffer: planes), region)
        #expect(read.all == expected.all)

        // Written, both have the same codes.
        let image = CIImage(color: CIColor(red: 0.2, green: 0.7, blue: 0.4)).cropped(
            to: CGRect(x: 3, y: 2, width: 20, height: 5))
        try CIContext().renderPixelBuffer(image, to: planes)
        try CIContext().renderPixelBuffer(image, to: buffer)
        let written = Self.codes(planes)
        try bytes { address, row, block in
            func byte(_ place: Int) -> Int { Int(address.load(fromByteOffset: place, as: UInt8.self)) }
            #expect(byte(places[0]) == written[0][row * width + 2 * block])
            #expect(byte(places[1]) == written[1][2 * (row * 19 + block)])
            #expect(byte(places[3]) == written[1][2 * (row * 19 + block) + 1])
            if 2 * block + 1 < width { #expect(byte(places[2]) == written[0][row * width + 2 * block + 1]) }
        }
    }
}
