import CoreImageEssentials

/// The type of a detector that finds faces and returns `CIFaceFeature`s.
public let CIDetectorTypeFace = "CIDetectorTypeFace"
/// The type of a detector that finds rectangles, also in perspective, and returns `CIRectangleFeature`s.
public let CIDetectorTypeRectangle = "CIDetectorTypeRectangle"
/// The type of a detector that finds QR codes and returns `CIQRCodeFeature`s.
public let CIDetectorTypeQRCode = "CIDetectorTypeQRCode"
/// The type of a detector that finds lines of text and returns `CITextFeature`s. It doesn't recognise the characters.
public let CIDetectorTypeText = "CIDetectorTypeText"

/// Option: the accuracy, `CIDetectorAccuracyLow` or `CIDetectorAccuracyHigh`. The default is high.
public let CIDetectorAccuracy = "CIDetectorAccuracy"
/// Low accuracy: fast, with a smaller copy of the picture and larger search steps.
public let CIDetectorAccuracyLow = "CIDetectorAccuracyLow"
/// High accuracy: finds smaller, fainter and partly hidden features, and takes several times as long.
public let CIDetectorAccuracyHigh = "CIDetectorAccuracyHigh"
/// Option: whether faces keep an ID from one call to the next, a Boolean. The default is false.
public let CIDetectorTracking = "CIDetectorTracking"
/// Option: the minimum size of features, a number. For faces, rectangles and codes it is the shorter side of the bounds
/// as a fraction of the picture's shorter side, from 0 to 1. The default is 0.15 for faces (allowed are 0.01 to 0.5),
/// 0.2 for rectangles and 0 for codes. For text it is the height of characters as a fraction of the picture's shorter
/// side; the default is 10 pixels.
public let CIDetectorMinFeatureSize = "CIDetectorMinFeatureSize"
/// Option: the maximum number of features returned, from 1 to 256; those with the highest confidence are kept. The
/// default is 1 for rectangles, and unlimited for other types.
public let CIDetectorMaxFeatureCount = "CIDetectorMaxFeatureCount"
/// Option: the number of rotations at which faces are searched, 30° apart and centred on upright: 1, 3, 5, 7, 9 or 11.
/// The default is 1. The time grows with the number.
public let CIDetectorNumberOfAngles = "CIDetectorNumberOfAngles"

/// Option: the picture's orientation, a number from 1 to 8 as in Exif. The default is 1. The coordinates of features
/// are those of the image without the orientation applied.
public let CIDetectorImageOrientation = "CIDetectorImageOrientation"
/// Option: whether face features report closed eyes, a Boolean. The default is false.
public let CIDetectorEyeBlink = "CIDetectorEyeBlink"
/// Option: whether face features report smiles, a Boolean. The default is false.
public let CIDetectorSmile = "CIDetectorSmile"
/// Option: the ratio of width to height of the rectangles to find, a number above 0. Rectangles may also be rotated by
/// 90°. Rectangles with this ratio are returned first; with `CIDetectorFocalLength`, others aren't returned. If the
/// option isn't set, no ratio is preferred, and with `CIDetectorFocalLength` the ratio is 1.6.
public let CIDetectorAspectRatio = "CIDetectorAspectRatio"
/// Option: the camera's focal length in pixels of the picture. With it the aspect ratio of rectangles is computed from
/// their perspective, and those with another ratio are rejected. With 0 the ratio is computed without perspective. With
/// −1, the default, no rectangle is rejected.
public let CIDetectorFocalLength = "CIDetectorFocalLength"
/// Option: whether lines of text have features for their characters, a Boolean. The default is false.
public let CIDetectorReturnSubFeatures = "CIDetectorReturnSubFeatures"

/// The `type` of a `CIFaceFeature`.
public let CIFeatureTypeFace = "Face"
/// The `type` of a `CIRectangleFeature`.
public let CIFeatureTypeRectangle = "Rectangle"
/// The `type` of a `CIQRCodeFeature`.
public let CIFeatureTypeQRCode = "QRCode"
/// The `type` of a `CITextFeature`.
public let CIFeatureTypeText = "Text"
