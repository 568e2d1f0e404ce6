import CoreImage
import Foundation
import ImageFiles

/// Finds and hides the faces of one picture after the other. Used by one thread at a time, as its search is.
struct PictureAnonymiser {
    /// How results are made and written.
    struct Settings: Sendable {
        var recipe = AnonymousFaces()
        var thoroughness = FaceSearch.Thoroughness()
        /// Quality of lossy formats, 0 to 1.
        var quality: Double?
        var keepsCaptureMetadata = false
        var skipsPicturesWithoutFaces = false
        /// Most pixels of a picture; nil for the reader's own limit.
        var pixelLimit: Int?
    }

    private let settings: Settings
    private let context: CIContext
    private let search: FaceSearch

    /// - Throws: `CIDetectionError` where faces can't be looked for.
    init(_ settings: Settings, context: CIContext) throws {
        (self.settings, self.context) = (settings, context)
        search = try FaceSearch(settings.thoroughness, context: context)
    }

    /// Reads, looks and writes; what goes wrong is told in the result. The file appears when it is complete.
    func result(for entry: PictureList.Entry) -> AnonymisedPicture {
        if let refusal = entry.refusal { return AnonymisedPicture(entry: entry, outcome: .failed(refusal)) }
        var result = AnonymisedPicture(entry: entry, outcome: .skipped)
        do {
            // First what takes no time: a name that nothing can be written to.
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
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        var options: [CIImageRepresentationOption: Any] = [:]
        if let quality = settings.quality { options[.lossyCompressionQuality] = quality }
        // OpenEXR's light is that of linear colours.
        let space = format == .openEXR ? nil : picture.colorSpace
        let isGray = space?.model == .monochrome
        try context.writeRepresentation(
            of: hidden, to: file, format: Self.pixels(like: picture, isGray: isGray),
            colorSpace: isGray || space?.model == .rgb ? space : nil, options: options)
    }

    /// Pixels that lose nothing of what stays as it is.
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
