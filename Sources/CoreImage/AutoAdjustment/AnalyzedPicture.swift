import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation
import Rendering

/// A picture to be adjusted: the image, a small copy of its pixels, and its features.
struct AnalyzedPicture {
    /// The image in full size, in its stored orientation.
    let image: CIImage
    /// The image's orientation.
    let orientation: CGImagePropertyOrientation
    /// The small copy, with the orientation applied.
    let sample: PictureSample
    /// The faces, in the image's coordinates.
    private(set) var faces: [CIFaceFeature]
    /// All known features of the image, including faces, in its coordinates.
    private(set) var features: [CIFeature]
    /// Whether the caller supplied `features`, so that none are detected.
    private let featuresAreGiven: Bool
    let context: CIContext

    /// - Throws: `RenderingError` if the image is infinite or empty, or can't be rendered.
    init(_ image: CIImage, options: AutoAdjustmentOptions) throws {
        let orientation = options.orientation ?? ImageOrientation.stored(in: image.properties) ?? .up
        let context = CIContext()
        try self.init(
            image: image, orientation: orientation,
            sample: PictureSample(of: image, orientation: orientation, context: context),
            features: options.features ?? [], featuresAreGiven: options.features != nil, context: context)
    }

    private init(
        image: CIImage, orientation: CGImagePropertyOrientation, sample: PictureSample, features: [CIFeature],
        featuresAreGiven: Bool, context: CIContext
    ) {
        (self.image, self.orientation, self.sample) = (image, orientation, sample)
        (self.features, self.featuresAreGiven, self.context) = (features, featuresAreGiven, context)
        faces = features.compactMap { $0 as? CIFaceFeature }
    }

    /// Detects faces, unless features were supplied.
    ///
    /// - Throws: `CIDetectionError`.
    mutating func findFaces() throws {
        if featuresAreGiven { return }
        let detector = try CIDetector(
            checkingType: CIDetectorTypeFace, context: context, options: [CIDetectorMinFeatureSize: 0.05])
        features = try detector.detectedFeatures(
            in: image, options: [CIDetectorImageOrientation: Int(orientation.rawValue)])
        faces = features.compactMap { $0 as? CIFaceFeature }
    }

    /// Returns the picture after filters have been applied. Features are moved with the pixels, without being detected
    /// again.
    func filtered(by filters: [CIFilter]) throws -> AnalyzedPicture {
        var result = image
        var features = features
        for filter in filters {
            filter.setValue(result, forKey: kCIInputImageKey)
            result = try filter.renderableOutput()
            if let pointTransform = (filter as? any PointTransformingFilter)?.pointTransform {
                let degrees = Double(atan2(pointTransform.b, pointTransform.a)) * 180 / .pi
                let turn = orientation.isMirrored ? -degrees : degrees
                features = features.map { $0.moved(by: pointTransform, turning: turn) }
            }
            filter.setValue(nil, forKey: kCIInputImageKey)
        }
        return try AnalyzedPicture(
            image: result, orientation: orientation,
            sample: PictureSample(of: result, orientation: orientation, context: context), features: features,
            featuresAreGiven: featuresAreGiven, context: context)
    }
}
