import CoreImage
import Testing

extension PublishedRenderTests {
    /// A published render of a transition: its pictures and numbers by key, and the size of the result's extent in
    /// whole pixels.
    struct PublishedPaperTransition: Sendable, CustomTestStringConvertible {
        let filter: String
        let images: [String: String]
        let numbers: [String: Double]
        let rects: [String: [CGFloat]]
        let output: String
        let size: CGSize
        var testDescription: String { filter }
    }

    private static let pages = [
        "inputImage": "afae9701a7", "inputTargetImage": "04f78dddcf", "inputBacksideImage": "b0e63392f4",
    ]

    private static let paperTransitions = [
        PublishedPaperTransition(
            filter: "CIPageCurlTransition", images: pages.merging(["inputShadingImage": "e8c1cd09cb"]) { $1 },
            numbers: ["inputAngle": 3, "inputRadius": 400, "inputTime": 0.9941826462745667],
            rects: ["inputExtent": [0, 0, 500, 500]], output: "9bc2d78bbe", size: CGSize(width: 2617, height: 1814)),
        PublishedPaperTransition(
            filter: "CIPageCurlWithShadowTransition", images: pages,
            numbers: [
                "inputAngle": 3, "inputRadius": 400, "inputTime": 0.8259103894233704, "inputShadowAmount": 1,
                "inputShadowSize": 1,
            ],
            rects: ["inputExtent": [0, 0, 500, 800], "inputShadowExtent": [0, 0, 500, 500]], output: "36e9ef53c4",
            size: CGSize(width: 2608, height: 2265)),
        // The published picture has a row and a column more, which are empty.
        PublishedPaperTransition(
            filter: "CIAccordionFoldTransition",
            images: ["inputImage": "b0e63392f4", "inputTargetImage": "afae9701a7"],
            numbers: [
                "inputFoldShadowAmount": 1, "inputBottomHeight": 100, "inputNumberOfFolds": 6,
                "inputTime": 0.4969993829727173,
            ], rects: [:], output: "ecaa1759e2", size: CGSize(width: 1500, height: 1028)),
    ]

    @Test(
        "Page curls and the accordion fold", .enabled(if: isPresent, "the folder of published renders is not there"),
        arguments: paperTransitions)
    func paperTransition(published: PublishedPaperTransition) throws {
        var parameters: [String: Any] = published.numbers
        for (key, name) in published.images { parameters[key] = try Self.picture(name) }
        for (key, rect) in published.rects { parameters[key] = CIVector(values: rect, count: 4) }
        let image = try #require(CIFilter(name: published.filter, parameters: parameters)?.outputImage)
        let frame = image.extent.integral
        #expect(frame.size == published.size)
        let wanted = try Self.picture(published.output)
        let part = CGRect(origin: CGPoint(x: frame.minX, y: frame.minY), size: frame.size).insetBy(dx: 4, dy: 4)
        // Both are compared from the upper left corner.
        let other = CGRect(x: 4, y: wanted.extent.maxY - 4 - part.height, width: part.width, height: part.height)
        // Hundreds of thousands of pixels in all parts of these large pictures determine the mean and the percentile.
        let found = try Self.difference(image, wanted, in: part, published: other, every: (rows: 5, columns: 3))
        #expect(found.mean < 0.6 && found.high <= 7, "\(found)")
    }
}
