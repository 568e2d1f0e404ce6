import CoreImage
import Testing

extension PublishedRenderTests {
    /// A published render of a transition between two pictures that all share: its settings, and the tolerances.
    struct PublishedTransition: Sendable, CustomTestStringConvertible {
        let filter: String
        let numbers: [String: Double]
        var vectors: [String: [CGFloat]] = [:]
        var color: [CGFloat] = [0, 0, 0]
        var pictures: [String: String] = [:]
        let output: String
        var mean = 0.3
        var high = 2

        var testDescription: String { filter }
    }

    private static let square: [CGFloat] = [0, 0, 500, 500]

    static let transitions = [
        PublishedTransition(
            filter: "CIBarsSwipeTransition",
            numbers: ["Angle": 3, "BarOffset": 1, "Width": 60, "Time": 0.607_187_688_350_677_5], output: "48d5220873",
            mean: 1.8, high: 16),
        PublishedTransition(
            filter: "CICopyMachineTransition",
            numbers: ["Opacity": 1, "Angle": 3, "Width": 100, "Time": 0.252_772_867_679_595_95],
            vectors: ["Extent": square], color: [1, 0xa3 / 255.0, 0x6b / 255.0], output: "fc3cf27c35"),
        PublishedTransition(
            filter: "CIDisintegrateWithMaskTransition",
            numbers: ["Time": 0.501_857_459_545_135_5, "ShadowDensity": 1, "ShadowRadius": 30],
            vectors: ["ShadowOffset": [0, 0]], pictures: ["MaskImage": "95d7fc88c7"], output: "55a583c95f"),
        PublishedTransition(
            filter: "CIFlashTransition",
            numbers: [
                "StriationStrength": 1, "MaxStriationRadius": 400, "StriationContrast": 1, "FadeThreshold": 0.8,
                "Time": 0.960_660_755_634_307_9,
            ], vectors: ["Center": [250, 250], "Extent": square], color: [1, 0x55 / 255.0, 0x89 / 255.0],
            output: "32d329029e"),
        PublishedTransition(
            filter: "CIModTransition",
            numbers: ["Time": 0.501_340_627_670_288_1, "Angle": 3, "Radius": 50, "Compression": 1],
            vectors: ["Center": [0, 0]], output: "4ebc04e310"),
        PublishedTransition(
            filter: "CIRippleTransition",
            numbers: ["Time": 0.698_103_427_886_962_9, "Width": 500, "Scale": 10],
            vectors: ["Center": [0, 0], "Extent": square], pictures: ["ShadingImage": "d1f86620e6"],
            output: "6759e7772f"),
        PublishedTransition(
            filter: "CISwipeTransition",
            numbers: ["Angle": 3, "Opacity": 0.9, "Width": 500, "Time": 0.495_133_459_568_023_7],
            vectors: ["Extent": square], color: [0x4a / 255.0, 1, 0x7e / 255.0], output: "22d601f9b7"),
    ]

    @Test(
        "Transitions", .enabled(if: isPresent, "the folder of published renders is not there"), arguments: transitions)
    func transition(_ published: PublishedTransition) throws {
        let filter = try #require(CIFilter(name: published.filter))
        filter.setValue(try Self.picture("afae9701a7"), forKey: kCIInputImageKey)
        filter.setValue(try Self.picture("04f78dddcf"), forKey: kCIInputTargetImageKey)
        for (key, value) in published.numbers { filter.setValue(value, forKey: "input" + key) }
        for (key, value) in published.vectors {
            filter.setValue(CIVector(values: value, count: value.count), forKey: "input" + key)
        }
        for (key, value) in published.pictures { filter.setValue(try Self.picture(value), forKey: "input" + key) }
        if filter.inputKeys.contains(kCIInputColorKey) {
            let color = published.color
            filter.setValue(CIColor(red: color[0], green: color[1], blue: color[2]), forKey: kCIInputColorKey)
        }
        let image = try #require(filter.outputImage)
        for part in [CGRect(x: 150, y: 420, width: 160, height: 120), CGRect(x: 700, y: 800, width: 160, height: 120)] {
            let found = try Self.difference(image, Self.picture(published.output), in: part, published: part)
            #expect(found.mean < published.mean && found.high <= published.high, "\(found)")
        }
    }
}
