import Foundation
import Rendering

/// Finds faces, rectangles, QR codes or text in images.
///
/// The engines are in a library of their own, which is opened when the first detector is made: OpenCV for faces, rectangles and text, ZXing
/// for codes. A detector renders a small copy of the image to look at, so that a large picture costs hardly more than a small one. Making
/// a detector for faces reads its cascades from disk: make one, and use it for many pictures.
///
/// Coordinates of what is found are those of the image, with the origin at the bottom left, whatever orientation is given.
/// Thread-safe: several threads may use one detector; faces are looked for by one thread at a time.
///
/// **Errors.** `init(ofType:context:options:)` and `features(in:options:)` write the reason to the log where they answer nil, or nothing.
/// `init(checkingType:context:options:)` and `detectedFeatures(in:options:)` throw it.
open class CIDetector: NSObject, @unchecked Sendable {
    private let kind: DetectorKind
    private let context: CIContext
    private let options: DetectorOptions
    private let finder: any FeatureFinder

    /// A detector of a type; nil, with the reason in the log, when there is no such type or no engine for it.
    ///
    /// - Parameters:
    ///   - type: `CIDetectorTypeFace`, `CIDetectorTypeRectangle`, `CIDetectorTypeQRCode` or `CIDetectorTypeText`.
    ///   - context: What renders the images; nil for a context of the detector's own.
    ///   - options: Any of the keys that begin with `CIDetector`; those of `features(in:options:)` are taken for calls that don't give
    ///     them. One with a wrong value is named in the log and left at its default. Options of other types of detectors do nothing.
    public convenience init?(ofType type: String, context: CIContext?, options: [String: Any]? = nil) {
        do {
            let kind = try DetectorKind(named: type)
            let (options, refusals) = DetectorOptions().replacing(options ?? [:], of: kind)
            for refusal in refusals { logRefusal(refusal) }
            try self.init(kind: kind, context: context, options: options)
        } catch {
            logRefusal(error)
            return nil
        }
    }

    /// A detector of a type: the throwing twin of `init(ofType:context:options:)`.
    ///
    /// - Throws: `CIDetectionError`; `CIError.malformedOption` or `CIError.unknownOption` for the first option that can't be used.
    public convenience init(checkingType type: String, context: CIContext? = nil, options: [String: Any]? = nil) throws
    {
        let kind = try DetectorKind(named: type)
        let (options, refusals) = DetectorOptions().replacing(options ?? [:], of: kind)
        if let refusal = refusals.first { throw refusal }
        try self.init(kind: kind, context: context, options: options)
    }

    private init(kind: DetectorKind, context: CIContext?, options: DetectorOptions) throws {
        (self.kind, self.options) = (kind, options)
        self.context = context ?? CIContext()
        finder = try kind.finder()
        super.init()
    }

    /// What the detector finds in an image: none, with the reason in the log, where it can't look.
    open func features(in image: CIImage) -> [CIFeature] { features(in: image, options: nil) }

    /// What the detector finds in an image, with options for this call: none, with the reason in the log, where it can't look.
    ///
    /// The surest features come first; text goes from the top to the bottom.
    open func features(in image: CIImage, options: [String: Any]?) -> [CIFeature] {
        let (options, refusals) = self.options.replacing(options ?? [:], of: kind)
        for refusal in refusals { logRefusal(refusal) }
        do { return try features(in: image, with: options) } catch {
            logRefusal(error)
            return []
        }
    }

    /// What the detector finds in an image: the throwing twin of `features(in:options:)`.
    ///
    /// - Throws: `CIDetectionError`; `RenderingError` where the image is infinite or can't be rendered; `CIError.malformedOption` or
    ///   `CIError.unknownOption` for the first option that can't be used.
    open func detectedFeatures(in image: CIImage, options: [String: Any]? = nil) throws -> [CIFeature] {
        let (options, refusals) = self.options.replacing(options ?? [:], of: kind)
        if let refusal = refusals.first { throw refusal }
        return try features(in: image, with: options)
    }

    private func features(in image: CIImage, with options: DetectorOptions) throws -> [CIFeature] {
        let picture = try DetectionPicture(image, options: options, size: finder.size(for: options), context: context)
        let found = picture.isWorthLookingAt ? try finder.features(in: picture, options: options) : []
        return options.maxFeatureCount.map { Array(found.prefix($0)) } ?? found
    }

    /// The type.
    open override var description: String { "<CIDetector: \(kind.name)>" }
}
