import Foundation
import ImageFiles
import Pixels
import Rendering

/// Encoding of images as OpenEXR, see `CIContext+Encoding.swift`.
extension CIContext {
    /// Returns the image as OpenEXR data: linear sRGB, half floats, premultiplied by alpha.
    ///
    /// Values above 1 and below 0 are kept. The whole extent is encoded, turned upright if the image's `properties`
    /// hold an orientation.
    ///
    /// - Throws: `RenderingError`, `ImageFileError`, or `CIError`.
    public func openEXRRepresentation(
        of image: CIImage, options: [CIImageRepresentationOption: Any] = [:]
    ) throws -> Data {
        try picture(of: image, as: .openEXR, format: .RGBAh, colorSpace: .workingDefault, options: options)
            .data(with: renderer)
    }

    /// Writes the image as an OpenEXR file: linear sRGB, half floats, premultiplied by alpha.
    ///
    /// Values above 1 and below 0 are kept. The file appears under its name when it is complete.
    ///
    /// - Throws: `RenderingError`, `ImageFileError`, or `CIError`.
    public func writeOpenEXRRepresentation(
        of image: CIImage, to url: URL, options: [CIImageRepresentationOption: Any] = [:]
    ) throws {
        try picture(of: image, as: .openEXR, format: .RGBAh, colorSpace: .workingDefault, options: options)
            .write(to: url, with: renderer)
    }
}
