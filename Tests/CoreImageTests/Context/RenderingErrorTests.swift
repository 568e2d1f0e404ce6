import CoreImage
import Foundation
import Testing

@Suite("Rendering errors")
struct RenderingErrorTests {
    private let context = CIContext()
    private let image = makePicture(2, 2) { _, _ in SIMD4(repeating: 1) }

    @Test("Infinite, empty and gigantic rectangles")
    func rectangles() {
        let red = CIImage.red
        expectError("infinite") { _ = try context.renderedCGImage(red, from: .infinite) }
        expectError("infinite") { _ = try context.renderedCGImage(red, from: red.extent) }
        expectError("no pixel") { _ = try context.renderedCGImage(red, from: .zero) }
        expectError("no pixel") { _ = try context.renderedCGImage(red, from: .null) }
        expectError("no pixel") {
            _ = try context.renderedCGImage(image, from: CGRect(x: 10, y: 10, width: 5, height: 5))
        }
        expectError("no pixel") {
            _ = try context.renderedCGImage(CIImage.empty(), from: CGRect(x: 0, y: 0, width: 5, height: 5))
        }
        expectError("limit") { _ = try context.renderedCGImage(red, from: CGRect(x: 0, y: 0, width: 1e7, height: 1e7)) }
        expectError("") { _ = try context.renderedCGImage(red, from: CGRect(x: 0, y: 0, width: 1e300, height: 1)) }
        expectError("") {
            _ = try context.renderedCGImage(red, from: CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1))
        }
        expectError("infinite") {
            _ = try context.pngData(of: red, format: .RGBA8, colorSpace: try namedColorSpace(CGColorSpace.sRGB))
        }
        #expect(context.createCGImage(red, from: .infinite) == nil)
        #expect(context.createCGImage(image, from: .infinite)?.width == 2)
    }

    @Test("Short rows, unknown formats and unsupported colour spaces throw")
    func bitmaps() throws {
        var bytes = [UInt8](repeating: 5, count: 64)
        let box = image.extent
        expectError("takes 8 bytes") {
            try context.renderBitmap(image, to: &bytes, rowBytes: 7, bounds: box, format: .RGBA8, colorSpace: nil)
        }
        expectError("raw value 99") {
            try context.renderBitmap(
                image, to: &bytes, rowBytes: 64, bounds: box, format: CIFormat(rawValue: 99), colorSpace: nil)
        }
        let lab = try namedColorSpace(CGColorSpace.genericLab)
        expectError("neither RGB nor gray") {
            try context.renderBitmap(image, to: &bytes, rowBytes: 64, bounds: box, format: .RGBA8, colorSpace: lab)
        }
        context.render(image, toBitmap: &bytes, rowBytes: 7, bounds: box, format: .RGBA8, colorSpace: nil)
        #expect(bytes.allSatisfy { $0 == 5 })
        expectError("can't be used for a CGImage") { _ = try context.renderedCGImage(image, from: box, format: .RG8) }
    }

    @Test("A memory limit")
    func memory() throws {
        let small = CIContext(options: [.memoryTarget: 1])
        let side = small.outputImageMaximumSize().width
        #expect(side == 256)
        #expect(throws: Never.self) {
            try small.renderedCGImage(.red, from: CGRect(x: 0, y: 0, width: side, height: side))
        }
        expectError("limit") { _ = try small.renderedCGImage(.red, from: CGRect(x: 0, y: 0, width: 600, height: 600)) }
        #expect(context.inputImageMaximumSize().width > 1e6)
    }

    @Test("Options: malformed ones are named, and left at their defaults by the initialiser that can't throw")
    func options() throws {
        let malformed: [[CIContextOption: Any]] = [
            [.workingColorSpace: 3], [.workingColorSpace: try namedColorSpace(CGColorSpace.linearGray)],
            [.outputColorSpace: "sRGB"],
            [.workingFormat: CIFormat.L8], [.cacheIntermediates: "yes"], [.memoryTarget: -1], [.name: 5],
            [CIContextOption(rawValue: "nonsense"): 1],
        ]
        for options in malformed {
            #expect(throws: CIError.self) { try CIContext(checking: options) }
            let context = CIContext(options: options)
            #expect(context.workingColorSpace?.name == CGColorSpace.extendedLinearSRGB)
            #expect(context.workingFormat == .RGBAh)
        }
        let context = try CIContext(checking: [
            .workingFormat: CIFormat.RGBAf, .useSoftwareRenderer: true, .cacheIntermediates: false, .name: "test",
            .priorityRequestLow: true, .outputColorSpace: NSNull(),
        ])
        #expect(context.workingFormat == .RGBAf)
        #expect(context.createCGImage(image, from: image.extent)?.width == 2)
        context.clearCaches()
        context.reclaimResources()
        #expect(context.createCGImage(image, from: image.extent)?.width == 2)
        #expect(
            try CIContext(checking: [.workingFormat: NSNumber(value: CIFormat.RGBAh.rawValue)]).workingFormat == .RGBAh)
    }

    @Test("Many threads, one context and one image")
    func threads() throws {
        let source = makePicture(64, 64) { x, y in SIMD4(Float(x), Float(y), 0, 1) }
        let turned = source.oriented(.right).clampedToExtent()
        let box = CGRect(x: -10, y: -10, width: 84, height: 84)
        let expected = try RenderedPixels(turned, box, in: context).all
        let results = Results()
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            let found = try? RenderedPixels(turned, box, in: context).all
            results.add(found == expected)
            context.clearCaches()
        }
        #expect(results.values == Array(repeating: true, count: 16))
    }

    private func expectError(_ text: String, _ body: () throws -> Void) {
        do {
            try body()
            Issue.record("nothing was refused where \"\(text)\" was expected")
        } catch {
            #expect(text.isEmpty || "\(error)".contains(text), "\(error)")
        }
    }
}

private final class Results: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: [Bool] = []
    var values: [Bool] { lock.withLock { stored } }
    func add(_ value: Bool) { lock.withLock { stored.append(value) } }
}
