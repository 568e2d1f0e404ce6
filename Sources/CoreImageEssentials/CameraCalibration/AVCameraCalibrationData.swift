import Foundation
import Pixels

/// The distortion of a camera's lens, which `CICameraCalibrationLensCorrection` corrects.
///
/// AVFoundation's class of this name comes with photographs. Here a client creates it from the same numbers, such as
/// those of a calibration file. Immutable and thread-safe.
///
/// Radial distortion is a table of 32-bit floats in the machine's byte order. The entries belong to evenly spaced
/// distances from the distortion's centre to the farthest corner of the picture. Each entry states how much farther out
/// a point is moved, as a fraction of its distance from the centre.
public final class AVCameraCalibrationData: NSObject, Sendable {
    /// The width and height in pixels of the picture whose coordinates `lensDistortionCenter` uses. Zero stands for the
    /// picture that is corrected.
    public let intrinsicMatrixReferenceDimensions: CGSize
    /// The centre of the distortion, in pixels from the upper left corner of the reference picture, y downwards.
    public let lensDistortionCenter: CGPoint
    /// The table that maps points of an undistorted picture to points of the camera's picture; nil when the camera
    /// cannot be calibrated.
    public let lensDistortionLookupTable: Data?
    /// The table that maps points of the camera's picture to points of an undistorted picture; nil when the camera
    /// cannot be calibrated.
    public let inverseLensDistortionLookupTable: Data?

    /// Creates the calibration of a camera.
    ///
    /// - Parameters:
    ///   - intrinsicMatrixReferenceDimensions: The width and height in pixels of the picture whose coordinates the
    ///     centre uses.
    ///   - lensDistortionCenter: The distortion's centre, in pixels from the upper left corner of that picture.
    ///   - lensDistortionLookupTable: 32-bit floats for removing the distortion, from 2 to 65 536 of them.
    ///   - inverseLensDistortionLookupTable: 32-bit floats for applying the distortion, from 2 to 65 536 of them.
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
    /// The class name that `kCIAttributeClass` reports: `AVCameraCalibrationData`.
    public static var attributeClass: String { "AVCameraCalibrationData" }
    /// The type that `kCIAttributeType` reports: none.
    public static var attributeType: String? { nil }
}
