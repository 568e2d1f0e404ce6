import CoreImage
import Testing

@Suite("Filters: headrooms of pictures")
struct ContentHeadroomTests {
    private let grid = PixelGrid(x: 1, y: 2, width: 4, height: 3) { x, y in SIMD4(Float(x), Float(y), 1, 1) }

    @Test("The headroom is the one that was set, and 0 (unknown) by default")
    func said() {
        #expect(grid.image.contentHeadroom == 0)
        let bright = grid.image.settingContentHeadroom(4)
        #expect(bright.contentHeadroom == 4)
        #expect(bright.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1]).contentHeadroom == 4)
        #expect(bright.cropped(to: CGRect(x: 1, y: 2, width: 1, height: 1)).contentHeadroom == 4)
        for unknown in [0, 0.5, -1, .nan, .infinity] as [Float] {
            #expect(bright.settingContentHeadroom(unknown).contentHeadroom == 0)
        }
    }

    @Test("Tone mapping uses the image's headroom by default, and sets the result's")
    func source() throws {
        let filter = CIFilter.toneMapHeadroom()
        #expect(filter.value(forKey: "inputSourceHeadroom") == nil)
        #expect(filter.value(forKey: "outputValue") == nil)
        (filter.inputImage, filter.targetHeadroom) = (grid.image, 2)
        #expect(filter.value(forKey: "outputValue") as? Float == 0)
        try expect(filter.outputImage, in: grid.bounds, tolerance: 0) { x, y in grid[x, y] }
        filter.inputImage = grid.image.settingContentHeadroom(6)
        #expect(filter.sourceHeadroom == 6)
        let known = try #require(filter.outputImage)
        #expect(known.contentHeadroom == 2 && filter.value(forKey: "outputValue") as? Float == 2)
        (filter.inputImage, filter.sourceHeadroom) = (grid.image, 6)
        let given = try PixelGrid(rendering: try #require(filter.outputImage), in: grid.bounds)
        try expect(known, in: grid.bounds, tolerance: 0) { x, y in given[x, y] }
        #expect(given[1, 3].y < 2.2 && given[1, 3].y < grid[1, 3].y)
        filter.setValue(nil, forKey: "inputSourceHeadroom")
        #expect(filter.sourceHeadroom == 0)
    }
}
