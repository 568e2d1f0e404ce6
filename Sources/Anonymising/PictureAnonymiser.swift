import CoreImage
import Foundation
import ImageFiles
import PictureBatches
import Pixels

/// Finds and hides the faces of pictures, one at a time. For use on one thread at a time, like its search.
package struct PictureAnonymiser {
    /// Settings for processing and writing pictures.
    package struct Settings: Sendable {
        let recipe: AnonymousFaces
        let thoroughness: FaceSearch.Thoroughness
        /// The quality for lossy formats, 0 to 1.
        let quality: Double?
        let keepsCaptureMetadata: Bool
        let skipsPicturesWithoutFaces: Bool
        /// The maximum number of pixels of a picture. Nil for the reader's default.
        let pixelLimit: Int?
        /// Whether existing files are replaced.
        let replaces: Bool

        package init(
            recipe: AnonymousFaces = .standard, thoroughness: FaceSearch.Thoroughness = .init(), quality: Double? = nil,
            keepsCaptureMetadata: Bool = false, skipsPicturesWithoutFaces: Bool = false, pixelLimit: Int? = nil,
            replaces: Bool = true
        ) {
            (self.recipe, self.thoroughness, self.quality) = (recipe, thoroughness, quality)
            self.keepsCaptureMetadata = keepsCaptureMetadata
            self.skipsPicturesWithoutFaces = skipsPicturesWithoutFaces
            (self.pixelLimit, self.replaces) = (pixelLimit, replaces)
        }
    }

    private let settings: Settings
    private let context: CIContext
    private let search: FaceSearch

    /// Creates an anonymiser.
    ///
    /// - Throws: `CIDetectionError` if faces can't be detected.
    init(_ settings: Settings, context: CIContext) throws {
        (self.settings, self.context) = (settings, context)
        search = try FaceSearch(settings.thoroughness, context: context)
    }

    /// Reads a picture, hides its faces and writes the result. Errors are part of the result. The file appears when it
    /// is complete.
    func result(for entry: PictureList.Entry) -> AnonymisedPicture {
        if let refusal = entry.refusal { return AnonymisedPicture(entry: entry, outcome: .failed(refusal)) }
        var result = AnonymisedPicture(entry: entry, outcome: .skipped)
        do {
            // An unsupported output name is the cheapest check, so it comes first.
            let format = try ImageFileWriter.format(for: entry.output)
            var options: [CIImageOption: Any] = [.applyOrientationProperty: true]
            options[.pixelLimit] = settings.pixelLimit
            let picture = try CIImage(loading: entry.input, options: options)
            result.size = picture.extent.size
            result.faces = try search.faces(in: picture).map { .init(bounds: $0.bounds, angle: Double($0.faceAngle)) }
            if result.faces.isEmpty, settings.skipsPicturesWithoutFaces { return result }
            try write(picture, hiding: result.faces.map(\.bounds), to: entry.output, as: format)
            result.outcome = .written
        } catch {
            result.outcome = .failed(PictureFailure.reason(error))
        }
        return result
    }

    private func write(_ picture: CIImage, hiding faces: [CGRect], to file: URL, as format: ImageFileFormat) throws {
        let hidden = try settings.recipe.image(of: picture, faces: faces)
            .settingProperties(KeptMetadata.of(picture, aboutCapture: settings.keepsCaptureMetadata))
        try ImageFileWriter.createFolder(of: file)
        var options: [CIImageRepresentationOption: Any] = [:]
        if let quality = settings.quality { options[.lossyCompressionQuality] = quality }
        // OpenEXR files hold linear colours. In files of 8 bits, linear colours would be too coarse, and lossy formats
        // don't expect them.
        let isCoarse = format.depths == [.bits8] || format.defaultQuality != nil
        let own = isCoarse ? picture.colorSpace?.gammaEncoded : picture.colorSpace
        let space = format == .openEXR ? nil : own
        let isGray = space?.model == .monochrome
        try context.writeRepresentation(
            of: hidden, to: file, format: Self.pixels(like: picture, isGray: isGray),
            colorSpace: isGray || space?.model == .rgb ? space : nil, options: options, replaces: settings.replaces)
    }

    /// Returns a pixel format that preserves the unchanged parts of the picture.
    private static func pixels(like picture: CIImage, isGray: Bool) -> CIFormat {
        let depth = picture.properties[kCGImagePropertyDepth] as? Int ?? 8
        let isFloat = picture.properties[kCGImagePropertyIsFloat] as? Bool ?? false
        let formats: [CIFormat] =
            switch (isGray, picture.isOpaque) {
            case (true, true): [.L8, .L16, .Lf]
            case (true, false): [.LA8, .LA16, .LAf]
            case (false, true): [.RGBX8, .RGBX16, .RGBXf]
            case (false, false): [.RGBA8, .RGBA16, .RGBAf]
            }
        return formats[isFloat ? 2 : depth > 8 ? 1 : 0]
    }
}
