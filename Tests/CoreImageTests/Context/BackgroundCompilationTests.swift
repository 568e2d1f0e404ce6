import CoreImage
import Foundation
import Testing

@Suite("Compiling in the background") struct BackgroundCompilationTests {
    @Test("renderings before and after the machine code is ready give the same pixels") func samePixels() throws {
        // A random number in the kernel keeps caches on disk from having its machine code.
        let salt = Double.random(in: 0.001...0.002)
        let kernel = try CIColorKernel(
            compiling: "kernel vec4 k(__sample s) { return vec4(sin(s.rgb * 3.0 + \(salt)), s.a); }")
        let bytes = Data((0..<64 * 64 * 4).map { UInt8(truncatingIfNeeded: $0 * 7) | ($0 % 4 == 3 ? 255 : 0) })
        let image = CIImage(
            bitmapData: bytes, bytesPerRow: 256, size: CGSize(width: 64, height: 64), format: .RGBA8, colorSpace: nil)
        let result = try #require(kernel.apply(extent: image.extent, arguments: [image]))
        func pixels(_ context: CIContext) throws -> [UInt8] {
            var pixels = [UInt8](repeating: 1, count: bytes.count)
            try context.renderBitmap(
                result, to: &pixels, rowBytes: 256, bounds: image.extent, format: .RGBA8, colorSpace: nil)
            return pixels
        }
        let background = try CIContext(checking: [.compilesInBackground: true])
        // The first rendering starts the compilation, and is interpreted meanwhile.
        let interpreted = try pixels(background)
        // This context runs machine code: first baseline code, later the optimised code that both contexts share.
        #expect(try pixels(CIContext()) == interpreted)
        // Soon afterwards the kernel in the background is replaced too, perhaps during a rendering.
        for _ in 0..<50 {
            #expect(try pixels(background) == interpreted)
            Thread.sleep(forTimeInterval: 0.01)
        }
    }

    @Test("the option is a Boolean") func wrongValue() {
        #expect(throws: CIError.self) { try CIContext(checking: [.compilesInBackground: "soon"]) }
    }
}
