import ImageGraph
import Pixels
import Testing

@testable import CUDA

/// The memory and the launches of runs.
@Suite struct CUDARunPlanTests {
    private func plan(_ region: PixelRect, pixels: Int = 1 << 25, images: [PixelRect] = []) throws -> CUDARunPlan {
        // Planning accesses no pixels, so one byte stands for all.
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 16)
        defer { memory.deallocate() }
        func view(_ rect: PixelRect) -> PixelView {
            PixelView(bounds: rect, format: .RGBAf, base: memory, bytesPerRow: 16, keeping: nil)
        }
        return try CUDARunPlan(
            region: region, output: view(region),
            images: images.map { SamplerBinding(pixels: view($0), extent: $0.cgRect) }, blockByteCount: 328,
            maximumPixels: pixels, kernel: "k")
    }

    /// Sizes counted by hand: 512 bytes for a block, 256 for the fault word, rows of 256 and 512 bytes.
    @Test func memory() throws {
        let plan = try plan(
            PixelRect(x: 5, y: -2, width: 17, height: 3),
            images: [PixelRect(x: 0, y: 0, width: 16, height: 2), .empty, PixelRect(x: 0, y: 0, width: 1, height: 1)])
        #expect(plan.blockStride == 512)
        #expect(plan.faultOffset == 512)
        #expect(plan.images.map(\.offset) == [768, 1280, 1280])
        #expect(plan.images.map(\.bytesPerRow) == [256, 0, 256])
        #expect(plan.output.offset == 1536)
        #expect(plan.output.bytesPerRow == 512)
        #expect(plan.byteCount == 3072)
        let pixels = plan.output.pixels(at: 1 << 40)
        #expect(pixels.address == 1_099_511_629_312)
        #expect(pixels.bytesPerRow == 512)
    }

    @Test func topDown() {
        let place = CUDARunPlan.Place(
            offset: 256, bytesPerRow: 512, rect: PixelRect(x: 1, y: 2, width: 20, height: 4), isTopDown: true)
        let pixels = place.pixels(at: 4096)
        #expect(pixels.address == 5888)
        #expect(pixels.bytesPerRow == -512)
    }

    /// Launches cover the region once, and fit a grid.
    @Test func bands() throws {
        for (region, pixels) in [
            (PixelRect(x: 0, y: 0, width: 6000, height: 4000), 1 << 25),
            (PixelRect(x: 3, y: -7, width: 100, height: 50), 1234),
            (PixelRect(x: 0, y: 0, width: 1, height: 2_000_000), 1 << 25),
            (PixelRect(x: 0, y: 0, width: 1 << 26, height: 3), 1 << 25),
        ] {
            let bands = try plan(region, pixels: pixels).bands
            #expect(bands.first?.y == region.y && bands.last?.maxY == region.maxY)
            for (band, next) in zip(bands, bands.dropFirst()) { #expect(band.maxY == next.y) }
            for band in bands {
                #expect(band.x == region.x && band.width == region.width && band.height > 0)
                #expect(band.area <= max(pixels, region.width))
                let grid = CUDARunPlan.grid(for: band)
                let (columns, rows) = (Int(grid.x) * 32, Int(grid.y) * 8)
                #expect(columns >= band.width)
                #expect(columns - 32 < band.width)
                #expect(rows >= band.height)
                #expect(rows - 8 < band.height)
                #expect(grid.y <= 65_535)
            }
        }
        #expect(try plan(PixelRect(x: 0, y: 0, width: 6000, height: 4000)).bands.count == 1)
    }

    @Test func sizesThatNoDeviceHas() {
        for region in [
            PixelRect(x: 0, y: 0, width: 1 << 60, height: 1), PixelRect(x: 0, y: 0, width: 1 << 40, height: 1 << 40),
            PixelRect(x: 0, y: 0, width: 1, height: 1 << 61), PixelRect(x: 0, y: 0, width: 1 << 20, height: 1 << 19),
        ] {
            #expect(throws: CUDAError.tooLarge(kernel: "k")) { try plan(region, pixels: 1) }
        }
    }
}
