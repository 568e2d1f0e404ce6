import CoreImageEssentials
import Foundation
import Rendering

/// Finds faces, rectangles, QR codes or text in images.
///
/// The detection engines are in a separate library, which is opened when the first detector is created: OpenCV for
/// faces, rectangles and text, ZXing for codes. A detector renders a small copy of the image and analyses it, so that
/// the size of the picture hardly affects the cost. Creating a face detector reads its cascades from disk; create one,
/// and use it for many pictures.
///
/// The coordinates of features are those of the image, with the origin at the bottom left, whatever orientation is
/// given. Thread-safe: several threads may use one detector; a detector searches for faces on one thread at a time.
///
/// **Errors.** When `init(ofType:context:options:)` returns nil, or `features(in:options:)` returns an empty array
/// because of an error, the reason is logged. `init(checkingType:context:options:)` and `detectedFeatures(in:options:)`
/// throw it.
open class CIDetector: NSObject, @unchecked Sendable {
    private let kind: DetectorKind
    private let context: CIContext
    private let options: DetectorOptions
    private let finder: any FeatureFinder

    /// Creates a detector. Nil if the type is unknown or its engine isn't available; the reason is then logged.
    ///
    /// - Parameters:
    ///   - type: `CIDetectorTypeFace`, `CIDetectorTypeRectangle`, `CIDetectorTypeQRCode` or `CIDetectorTypeText`.
    ///   - context: The context that renders the images; nil creates one for the detector.
    ///   - options: Any of the keys that begin with `CIDetector`. Those of `features(in:options:)` are the defaults for
    ///     calls that don't specify them. An option with an invalid value is logged and keeps its default. Options for
    ///     other types of detectors have no effect.
    public convenience init?(ofType type: String, context: CIContext?, options: [String: Any]? = nil) {
        do {
            let kind = try DetectorKind(named: type)
            let (options, refusals) = DetectorOptions().replacing(options ?? [:], of: kind)
            for refusal in refusals { logError(refusal) }
            try self.init(kind: kind, context: context, options: options)
        } catch {
            logError(error)
            return nil
        }
    }

    /// Creates a detector, like `init(ofType:context:options:)`, but throws errors.
    ///
    /// - Throws: `CIDetectionError`; `CIError.malformedOption` or `CIError.unknownOption` for the first invalid option.
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

    /// Returns the features found in an image. Empty if detection fails; the reason is then logged.
    open func features(in image: CIImage) -> [CIFeature] { features(in: image, options: nil) }

    /// Returns the features found in an image, with options for this call. Empty if detection fails; the reason is then
    /// logged.
    ///
    /// Features are sorted by decreasing confidence; lines of text are sorted from top to bottom.
    open func features(in image: CIImage, options: [String: Any]?) -> [CIFeature] {
        let (options, refusals) = self.options.replacing(options ?? [:], of: kind)
        for refusal in refusals { logError(refusal) }
        do { return try features(in: image, with: options) } catch {
            logError(error)
            return []
        }
    }

    /// Returns the features found in an image, like `features(in:options:)`, but throws errors.
    ///
    /// - Throws: `CIDetectionError`; `RenderingError` if the image is infinite or can't be rendered;
    ///   `CIError.malformedOption` or `CIError.unknownOption` for the first invalid option.
    open func detectedFeatures(in image: CIImage, options: [String: Any]? = nil) throws -> [CIFeature] {
        let (options, refusals) = self.options.replacing(options ?? [:], of: kind)
        if let refusal = refusals.first { throw refusal }
        return try features(in: image, with: options)
    }

    private func features(in image: CIImage, with options: DetectorOptions) throws -> [CIFeature] {
        let picture = try DetectionPicture(image, options: options, size: finder.size(for: options), context: context)
        let found = picture.isLargeEnough ? try finder.features(in: picture, options: options) : []
        return options.maxFeatureCount.map { Array(found.prefix($0)) } ?? found
    }

    /// The detector's type.
    open override var description: String { "<CIDetector: \(kind.name)>" }
}
