import DeviceKernels
import Foundation
import ImageGraph
import KernelLanguage
import Pixels
import Testing

/// Images of devices, works for single runs, and inconsistent works.
@Suite struct DeviceWorkTests {
    private static let bounds = PixelRect(x: -2, y: 3, width: 17, height: 5)

    @Test func images() throws {
        let device = FakeDevice()
        let image = try DeviceImage(bounds: Self.bounds, format: .RGBAf, on: device)
        #expect(image.pixels.bytesPerRow == 512 && image.memory.byteCount == 512 * 5)
        #expect(image.pixels.address == image.memory.address)
        #expect(try DeviceImage(bounds: .empty, format: .RGBAf, on: device).memory.byteCount == 1)
        for (width, height) in [(1 << 60, 1), (1 << 58, 1 << 58), (1, 1 << 61), (.max, .max)] {
            let failure = try #require(throws: DeviceFailure.self) {
                try DeviceImage(
                    bounds: PixelRect(x: 0, y: 0, width: width, height: height), format: .RGBAf, on: device)
            }
            #expect(failure.kind == .outOfMemory)
        }
    }

    /// A single run copies the readable pixels of each image, and the region of the result.
    @Test func singleRuns() throws {
        let device = FakeDevice()
        let program = try TestPrograms.compiled(
            "kernel vec4 k(sampler a, sampler b) { return sample(a, samplerCoord(a)) + sample(b, samplerCoord(b)); }")
        let kernel = try device.kernel(for: program, layout: KernelLayout(imageCount: 2))
        let raster = Raster(bounds: Self.bounds)
        let images = [
            SamplerBinding(raster: raster, extent: Self.bounds.outset(by: -1).cgRect),
            SamplerBinding(raster: raster, extent: .null),
        ]
        let region = PixelRect(x: 0, y: 4, width: 3, height: 2)
        func run(_ region: PixelRect, _ images: [SamplerBinding], _ output: PixelView = raster.view) throws {
            try device.run(
                kernel, arguments: KernelArguments(components: [[], []]), images: images, region: region,
                output: output, stepBudget: 9)
        }
        try run(region, images)
        let work = try #require(device.works.first)
        #expect(work.uploads.map(\.region) == [Self.bounds.outset(by: -1)])
        #expect(work.downloads.map(\.region) == [region])
        #expect(work.runs.count == 1 && work.runs[0].stepBudget == 9)
        #expect(work.runs[0].pixels[0]?.pixels == work.uploads[0].image.pixels && work.runs[0].pixels[1] == nil)
        #expect(work.runs[0].output.pixels == work.downloads[0].image.pixels)
        try run(.empty, images)
        #expect(throws: KernelRunError.countMismatch(kernel: "k", what: "images", expected: 2, given: 1)) {
            try run(region, [images[0]])
        }
        let bytes = PixelView(
            bounds: Self.bounds, format: .RGBA8, base: raster.pixels, bytesPerRow: 68, keeping: nil)
        #expect(throws: DeviceKernelError.wrongOutputFormat(kernel: "k")) { try run(region, images, bytes) }
        #expect(device.works.count == 1)
    }

    @Test func inconsistentCopies() throws {
        let raster = Raster(bounds: Self.bounds)
        let image = try DeviceImage(bounds: Self.bounds.outset(by: 1), format: .RGBAf, on: FakeDevice())
        let bytes = PixelView(
            bounds: Self.bounds, format: .RGBA8, base: raster.pixels, bytesPerRow: 68, keeping: nil)
        func check(_ view: PixelView, _ region: PixelRect, owns: Bool = true) throws {
            var work = DeviceWork()
            work.uploads = [DeviceWork.Copy(view, image, region)]
            try work.validate { _ in owns }
        }
        try check(raster.view, Self.bounds)
        try check(raster.view, .empty)
        let error = DeviceKernelError.wrongCopy(what: "a copy to the device")
        #expect("\(error)".hasPrefix("a copy to the device needs two images of one format"))
        #expect(throws: error) { try check(raster.view, Self.bounds.outset(by: 1)) }
        #expect(throws: error) { try check(Raster(bounds: Self.bounds.outset(by: 2)).view, Self.bounds.outset(by: 2)) }
        #expect(throws: error) { try check(bytes, Self.bounds) }
        #expect(throws: DeviceKernelError.wrongDevice(what: "the memory of a copy to the device")) {
            try check(raster.view, Self.bounds, owns: false)
        }
    }

    @Test func failures() {
        let failure = DeviceFailure(.lost, device: "Fake", reason: "it is gone")
        #expect("\(failure)" == "Fake: it is gone" && failure.errorDescription == "\(failure)")
        #expect("\(DeviceFailure(.lost, device: "Fake", reason: "Fake is gone"))" == "Fake is gone")
    }

    /// The least recently used kernel is made again.
    @Test func cachedKernels() throws {
        let cache = KernelCache<Int>(capacity: 2)
        var made = 0
        func use(_ number: Int) throws -> Int {
            let program = try TestPrograms.compiled("kernel vec4 k() { return vec4(\(number).0); }")
            return try cache.kernel(for: program, layout: KernelLayout(imageCount: 0)) {
                made += 1
                return made
            }
        }
        #expect(try [use(1), use(2), use(1), use(3), use(1), use(2), use(2)] == [1, 2, 1, 3, 1, 4, 4])
    }
}
