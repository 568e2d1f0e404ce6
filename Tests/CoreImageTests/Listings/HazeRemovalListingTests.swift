import CoreImage
import Testing

/// Listings 9-1 to 9-8 of the Core Image Programming Guide: a custom filter, with the guide's names in Swift.
private class MyHazeFilter: CIFilter {
    // Listing 9-2
    var inputImage: CIImage?
    var inputColor: CIColor?
    var inputDistance: NSNumber?
    var inputSlope: NSNumber?

    // Listing 9-3
    nonisolated(unsafe) static var hazeRemovalKernel: CIKernel?

    init(kernelFile: URL) throws {
        if MyHazeFilter.hazeRemovalKernel == nil {
            let code = try String(contentsOf: kernelFile, encoding: .utf8)
            let kernels = CIKernel.makeKernels(source: code)
            MyHazeFilter.hazeRemovalKernel = kernels?[0]
        }
        super.init()
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }

    // Listing 9-4
    override func customAttributes() -> [String: Any]? {
        [
            "inputDistance": [
                kCIAttributeMin: 0.0,
                kCIAttributeMax: 1.0,
                kCIAttributeSliderMin: 0.0,
                kCIAttributeSliderMax: 0.7,
                kCIAttributeDefault: 0.2,
                kCIAttributeIdentity: 0.0,
                kCIAttributeType: kCIAttributeTypeScalar,
            ] as [String: Any],
            "inputSlope": [
                kCIAttributeSliderMin: -0.01,
                kCIAttributeSliderMax: 0.01,
                kCIAttributeDefault: 0.00,
                kCIAttributeIdentity: 0.00,
                kCIAttributeType: kCIAttributeTypeScalar,
            ] as [String: Any],
            kCIInputColorKey: [
                kCIAttributeDefault: CIColor(red: 1.0, green: 1.0, blue: 1.0, alpha: 1.0)
            ],
        ]
    }

    // Listing 9-5
    override var outputImage: CIImage? {
        guard let inputImage, let inputColor, let inputDistance, let inputSlope,
            let hazeRemovalKernel = MyHazeFilter.hazeRemovalKernel
        else { return nil }
        let src = CISampler(image: inputImage)
        return apply(
            hazeRemovalKernel, arguments: [src, inputColor, inputDistance, inputSlope],
            options: [kCIApplyOptionDefinition: src.definition])
    }
}

/// Listing 9-7: creates the filter for its registered name.
private struct MyHazeConstructor: CIFilterConstructor {
    let kernelFile: URL

    func filter(withName name: String) -> CIFilter? { try? MyHazeFilter(kernelFile: kernelFile) }
}

@Suite("Listings: haze removal", .serialized)
struct HazeRemovalListingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Listing 9-1.
    static let kernel = """
        kernel vec4 myHazeRemovalKernel(sampler src,           // 1
                                        __color color,
                                        float distance,
                                        float slope)
        {
            vec4    t;
            float   d;

            d = destCoord().y * slope + distance;           // 2
            t = unpremultiply(sample(src, samplerCoord(src))); // 3
            t = (t - d*color) / (1.0-d);                   // 4

            return premultiply(t);                          // 5
        }
        """

    /// Listing 9-6.
    private func register() throws {
        let file = folder.file("MyHazeRemoval.cikernel")
        try Self.kernel.write(to: file, atomically: true, encoding: .utf8)
        CIFilter.registerName(
            "MyHazeRemover", constructor: MyHazeConstructor(kernelFile: file),
            classAttributes: [
                kCIAttributeFilterDisplayName: "Haze Remover",
                kCIAttributeFilterCategories: [
                    kCICategoryColorAdjustment, kCICategoryVideo, kCICategoryStillImage, kCICategoryInterlaced,
                    kCICategoryNonSquarePixels,
                ],
            ])
    }

    @Test("9-1 to 9-8: the filter is registered, set up by name, and removes haze")
    func hazeRemoval() throws {
        try register()
        let grid = PixelGrid.colorful(x: -2, y: 5, width: 9, height: 12)
        // Listing 9-8
        let filter = try #require(
            CIFilter(
                name: "MyHazeRemover",
                parameters: [
                    kCIInputImageKey: grid.image,
                    kCIInputColorKey: CIColor(red: 0.7, green: 0.9, blue: 1),
                ]))
        let (distance, slope) = (0.3, 0.01)
        filter.setValue(distance, forKey: "inputDistance")
        filter.setValue(slope, forKey: "inputSlope")
        #expect(filter.inputError == nil)
        let output = try #require(filter.value(forKey: kCIOutputImageKey) as? CIImage)
        #expect(output.extent == grid.bounds)
        try expect(output, in: grid.bounds) { x, y in
            let pixel = grid[x, y]
            let d = (Float(y) + 0.5) * Float(slope) + Float(distance)
            let haze = SIMD4(linearFromSRGB(0.7), linearFromSRGB(0.9), 1, 1)
            let straight =
                pixel.w == 0 ? .zero : SIMD4(pixel.x / pixel.w, pixel.y / pixel.w, pixel.z / pixel.w, pixel.w)
            let clear = (straight - haze * d) / (1 - d)
            return SIMD4(clear.x * clear.w, clear.y * clear.w, clear.z * clear.w, clear.w)
        }
    }

    @Test("9-4, 9-6: attributes come from both the registration and customAttributes")
    func attributes() throws {
        try register()
        let filter = try #require(CIFilter(name: "MyHazeRemover"))
        #expect(filter.inputKeys == ["inputImage", "inputColor", "inputDistance", "inputSlope"])
        #expect(filter.attributes[kCIAttributeFilterDisplayName] as? String == "Haze Remover")
        #expect(CIFilter.localizedName(forFilterName: "MyHazeRemover") == "Haze Remover")
        #expect(
            CIFilter.filterNames(inCategories: [kCICategoryInterlaced, kCICategoryColorAdjustment]).contains(
                "MyHazeRemover"))
        let distance = try #require(filter.attributes["inputDistance"] as? [String: Any])
        #expect(distance[kCIAttributeClass] as? String == "NSNumber")
        #expect(distance[kCIAttributeSliderMax] as? Double == 0.7)
        // The defaults that customAttributes states are set in a filter made by name.
        #expect((filter.value(forKey: "inputDistance") as? NSNumber)?.doubleValue == 0.2)
        #expect((filter.value(forKey: kCIInputColorKey) as? CIColor)?.green == 1)
        #expect(filter.outputImage == nil)
    }
}
