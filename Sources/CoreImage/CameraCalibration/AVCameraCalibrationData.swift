import Foundation
import Pixels

/// How a camera's lens distorts its pictures: what `CICameraCalibrationLensCorrection` corrects.
///
/// AVFoundation's class of that name comes with photographs; here it is made from the same numbers, such as those of a calibration file. Radial
/// distortion is a table of 32-bit floats in the machine's byte order, evenly spaced from the distortion's centre to the farthest corner of the picture: each says how much farther out
/// a point is moved, as a part of its distance. Immutable, and safe to share between threads.
public final class AVCameraCalibrationData: NSObject, Sendable {
    /// Width and height in pixels of the picture that `lensDistortionCenter` is given in; zero when it is the picture that is corrected.
    public let intrinsicMatrixReferenceDimensions: CGSize
    /// The centre of the distortion, in pixels of the reference dimensions from the picture's upper left corner, y downwards.
    public let lensDistortionCenter: CGPoint
    /// From a point of a picture without distortion to the camera's; nil when the camera can't be calibrated.
    public let lensDistortionLookupTable: Data?
    /// From a point of the camera's picture to the one without distortion; nil when the camera can't be calibrated.
    public let inverseLensDistortionLookupTable: Data?

    /// The calibration of a camera.
    ///
    /// - Parameters:
    ///   - intrinsicMatrixReferenceDimensions: The size of the picture that the centre is given in, in pixels.
    ///   - lensDistortionCenter: The distortion's centre, in pixels from that picture's upper left corner.
    ///   - lensDistortionLookupTable: 32-bit floats for removing the distortion, at least two.
    ///   - inverseLensDistortionLookupTable: 32-bit floats for applying it, at least two.
    public init(
        intrinsicMatrixReferenceDimensions: CGSize, lensDistortionCenter: CGPoint, lensDistortionLookupTable: Data?,
        inverseLensDistortionLookupTable: Data?
    ) {
        self.intrinsicMatrixReferenceDimensions = intrinsicMatrixReferenceDimensions
        self.lensDistortionCenter = lensDistortionCenter
        self.lensDistortionLookupTable = lensDistortionLookupTable
        self.inverseLensDistortionLookupTable = inverseLensDistortionLookupTable
    }
}

extension AVCameraCalibrationData: CIInputValue {
    /// See `CIInputValue`.
    public static var attributeClass: String { "AVCameraCalibrationData" }
    /// See `CIInputValue`.
    public static var attributeType: String? { nil }
}
