import CoreImage
import Foundation
import Testing

@Suite("Explanations of images") struct ImageExplanationTests {
    private let picture: CIImage

    init() throws {
        let bytes = Data(repeating: 128, count: 200 * 100 * 4)
        picture = CIImage(
            bitmapData: bytes, bytesPerRow: 800, size: CGSize(width: 200, height: 100), format: .RGBA8,
            colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
    }

    @Test("a crop at the end moves to the source, and the chain is one pass") func crop() throws {
        let part = CGRect(x: 20, y: 10, width: 30, height: 40)
        let image = picture.applyingFilter("CIHueAdjust", parameters: ["inputAngle": 1])
            .applyingFilter("CIColorControls", parameters: ["inputContrast": 1.2])
            .applyingFilter("CISepiaTone", parameters: ["inputIntensity": 0.5])
            .cropped(to: part)
        let result = try image.explain()
        #expect(result.passCount == 1)
        let first = try #require(
            result.description.components(separatedBy: "Push crops to the sources").dropFirst().first)
        let graph = try #require(first.components(separatedBy: "\n\n").first)
        // The crop stands next to the source, and nowhere else.
        let lines = graph.split(separator: "\n")
        #expect(lines.suffix(2).map { $0.contains(" crop ") } == [true, false])
        #expect(lines.count(where: { $0.contains(" crop ") }) == 1, "\(graph)")
        #expect(result.dot.hasPrefix("digraph") && result.html.contains("<html"))
        #expect(try result.json.hasPrefix("{"))
    }

    @Test("the guide's figure 1-2: scaling down comes before the colours, the crop before both, and all is one pass")
    func figure() throws {
        let image = picture.applyingFilter("CIHueAdjust", parameters: ["inputAngle": 1])
            .applyingFilter("CIColorControls", parameters: ["inputContrast": 1.2])
            .transformed(by: CGAffineTransform(scaleX: 0.25, y: 0.25))
            .cropped(to: CGRect(x: 5, y: 5, width: 30, height: 12))
        let result = try image.explain()
        #expect(result.passCount == 1)
        let sections = result.description.components(separatedBy: "\n\n")
        let crops = try #require(sections.first { $0.hasPrefix("Push crops to the sources") })
        let nodes = crops.split(separator: "\n").filter { $0.contains("#") }
        let places = [" transform ", " crop ", " hueAdjust "].map { word in nodes.firstIndex { $0.contains(word) } ?? -1
        }
        // Inputs stand below their readers: the crop is nearest to the source, then the transform, then the colours.
        #expect(
            places[1] == nodes.count - 2 && places[0] == nodes.count - 3 && places[2] == nodes.count - 4, "\(crops)")
        #expect(sections.contains { $0.hasPrefix("Scale down first") })
        #expect(sections.contains { $0.hasPrefix("Multiply colour matrices") })
    }

    @Test("equal steps are computed once where their regions are known to be equal") func sharing() throws {
        func bumped() -> CIImage { picture.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 3]) }
        let image = bumped().applyingFilter("CIMultiplyCompositing", parameters: ["inputBackgroundImage": bumped()])
        let operations = try image.explain(in: picture.extent).operations
        #expect(operations.count(where: { $0 == "gaussian blur" }) == 2, "\(operations)")
    }

    @Test("an infinite image needs a rectangle") func infinite() throws {
        #expect(throws: RenderingError.self) { try CIImage.red.explain() }
        let part = CGRect(x: 0, y: 0, width: 4, height: 4)
        #expect(try CIImage.red.explain(in: part).passCount == 1)
    }
}
