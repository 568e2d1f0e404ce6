import CoreImage
import Foundation
import Testing

@testable import CommandOutput
@testable import PictureBatches

@Suite("The size of a result")
struct FramingTests {
    private func picture(_ rectangle: CGRect) -> CIImage { CIImage(color: .red).cropped(to: rectangle) }
    private let source = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 64, height: 48))

    private func size(_ text: String) throws -> PictureSize { try #require(PictureSize(argument: text)) }

    @Test("A result that covers the size is cropped to it")
    func covered() throws {
        #expect(try source.framed(to: size("40x48"), like: source).extent == CGRect(x: 0, y: 0, width: 40, height: 48))
        #expect(
            try CIImage(color: .red).framed(to: size("900x800"), like: source).extent
                == CGRect(x: 0, y: 0, width: 900, height: 800))
    }

    @Test(
        "A result that doesn't cover the size is refused, with the way to enlarge it",
        arguments: ["65x48", "1000x1000"])
    func uncovered(text: String) throws {
        #expect {
            try source.framed(to: size(text), like: source)
        } throws: { error in
            "\(error)".contains("size \(text): ") && "\(error)".contains("64 × 48")
                && "\(error)".contains("fill \(text)")
        }
        #expect(throws: Refusal.self) {
            try picture(CGRect(x: 1, y: 0, width: 64, height: 48)).framed(to: size("64x48"), like: source)
        }
    }
}
