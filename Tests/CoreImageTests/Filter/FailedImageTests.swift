import CoreImage
import Testing

@Suite("Images of failed filters")
struct FailedImageTests {
    @Test("rendering throws the filter's error, also if the image has no extent") func reason() throws {
        let picture = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 4, height: 3))
        let misspelt = picture.applyingFilter("CIGaussianBlur", parameters: ["inputRadios": 4])
        for image in [misspelt, misspelt.applyingFilter("CISepiaTone"), misspelt.composited(over: picture)] {
            #expect(throws: CIFilterError.self) {
                try CIContext().pngData(of: image, format: .RGBA8, colorSpace: CGColorSpaceCreateDeviceRGB())
            }
        }
        let unknown = picture.applyingFilter("CIGausianBlur")
        let error = #expect(throws: CIFilterError.self) {
            try CIContext().pngData(of: unknown, format: .RGBA8, colorSpace: CGColorSpaceCreateDeviceRGB())
        }
        #expect(error?.description.contains("did you mean CIGaussianBlur?") == true)
    }

    @Test("an application's filter can return an image whose rendering throws its error") func ownError() throws {
        struct Refusal: Error, Equatable { let number: Int }
        let part = CGRect(x: 5, y: 5, width: 2, height: 2)
        #expect(throws: Refusal(number: 1)) {
            try CIContext().renderedCGImage(CIImage.failed(Refusal(number: 1)), from: part)
        }
        let image = CIImage.failed(Refusal(number: 2), extent: CGRect(x: 0, y: 0, width: 4, height: 3))
        #expect(image.extent == CGRect(x: 0, y: 0, width: 4, height: 3))
        #expect(throws: Refusal(number: 2)) {
            try CIContext().pngData(of: image, format: .RGBA8, colorSpace: CGColorSpaceCreateDeviceRGB())
        }
        let over = CIImage(color: .red).cropped(to: part)
        _ = try CIContext().renderedCGImage(over.composited(over: image), from: part)
    }

    @Test("a valid infinite image throws “no edges”") func withoutEdges() {
        let error = #expect(throws: (any Error).self) {
            try CIContext().pngData(of: CIImage(color: .red), format: .RGBA8, colorSpace: CGColorSpaceCreateDeviceRGB())
        }
        #expect("\(error as Any)".contains("the image has no edges"))
    }
}
