import Foundation
import ImageGraph
import Interpreter
import KernelLanguage
import Pixels
import TestSupport

/// Pictures and results for tests.
enum Pictures {
    /// Returns random numbers from 0 to 1.
    static func noise(_ bounds: PixelRect, seed: UInt64) -> Raster {
        var random = SeededGenerator(seed: seed)
        let raster = Raster(bounds: bounds)
        for i in 0..<bounds.area {
            raster.pixels[i] = SIMD4(random.number(0...1), random.number(0...1), random.number(0...1), 1)
        }
        return raster
    }

    /// Returns a copy whose rows are stored from the top down, with space between them.
    static func topDown(_ raster: Raster) -> PixelView {
        let (bounds, bytesPerRow) = (raster.bounds, 16 * raster.bounds.width + 48)
        let memory = Memory(byteCount: bytesPerRow * bounds.height)
        let view = PixelView(
            topLeft: memory.start, bounds: bounds, format: .RGBAf, bytesPerRow: bytesPerRow, keeping: memory)
        view.pack(raster)
        return view
    }

    /// Memory that is a multiple of a pixel's size from the start of a page.
    private final class Memory {
        let start: UnsafeMutableRawPointer

        init(byteCount: Int) { start = .allocate(byteCount: max(16, byteCount), alignment: 16) }

        deinit { start.deallocate() }
    }

    /// Returns the interpreter's result.
    static func interpreted(
        _ program: Program, _ arguments: [[Float]], _ images: [SamplerBinding], _ region: PixelRect
    ) throws -> Raster {
        let output = Raster(bounds: region)
        try InterpreterBackend().prepare(program).run(
            arguments: KernelArguments(components: arguments), images: images, region: region, output: output)
        return output
    }

    /// The bits of all pixels.
    static func bits(_ raster: Raster) -> [SIMD4<UInt32>] {
        (raster.bounds.y..<raster.bounds.maxY).flatMap { y in
            (raster.bounds.x..<raster.bounds.maxX).map { x in
                let pixel = raster[x, y]
                return SIMD4(
                    pixel.x.bitPattern, pixel.y.bitPattern, pixel.z.bitPattern, pixel.w.bitPattern)
            }
        }
    }
}
