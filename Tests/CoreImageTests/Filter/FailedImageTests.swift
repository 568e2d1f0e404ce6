import CoreImage
import Testing

@Suite("Images that couldn't be made")
struct FailedImageTests {
    @Test("the reason is what made the image fail, also where that has no edges") func reason() throws {
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

    @Test("an image without edges that is as it should be is told apart") func withoutEdges() {
        let error = #expect(throws: (any Error).self) {
            try CIContext().pngData(of: CIImage(color: .red), format: .RGBA8, colorSpace: CGColorSpaceCreateDeviceRGB())
        }
        #expect("\(error as Any)".contains("the image has no edges"))
    }
}
