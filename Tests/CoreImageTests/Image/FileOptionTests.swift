import CoreImage
import Foundation
import HostileCases
import Testing

@Suite("Options of picture files")
struct FileOptionTests {
    @Test("Camera RAW is refused; its preview is read on request")
    func raw() throws {
        let data = PictureRawFiles.tiff(make: "NIKON")
        #expect(throws: ImageFileError.cameraRaw(file: "The image data", format: "Nikon NEF")) {
            try CIImage(decoding: data)
        }
        #expect(CIImage(data: data) == nil)
        let preview = try CIImage(decoding: data, options: [.rawPreview: true])
        #expect(preview.extent == CGRect(x: 0, y: 0, width: 16, height: 12))
        #expect(throws: ImageFileError.self) { try CIImage(decoding: data, options: [.rawPreview: false]) }
    }

    @Test("The caller sets the pixel limit")
    func limit() throws {
        let data = PictureRawFiles.tiff(photometric: 2, subfileType: 0, other: (4, 3))
        #expect(try CIImage(decoding: data, options: [.pixelLimit: 192]).extent.width == 16)
        #expect(throws: ImageFileError.tooLarge(file: "The image data", width: 16, height: 12, limit: 191)) {
            try CIImage(decoding: data, options: [.pixelLimit: 191])
        }
        for bad in [0, -1, Double.nan, 1e30, "many"] as [Any] {
            #expect(throws: CIError.self) { try CIImage(decoding: data, options: [.pixelLimit: bad]) }
        }
    }
}
