/// A detector that looks for faces, and answers `CIFaceFeature`s.
public let CIDetectorTypeFace = "CIDetectorTypeFace"
/// A detector that looks for rectangles, seen from any side, and answers `CIRectangleFeature`s.
public let CIDetectorTypeRectangle = "CIDetectorTypeRectangle"
/// A detector that looks for QR codes, and answers `CIQRCodeFeature`s.
public let CIDetectorTypeQRCode = "CIDetectorTypeQRCode"
/// A detector that looks for lines of text, and answers `CITextFeature`s. It doesn't read them.
public let CIDetectorTypeText = "CIDetectorTypeText"

/// How thoroughly to look: `CIDetectorAccuracyLow`, or `CIDetectorAccuracyHigh`, which is taken when the key is left out.
public let CIDetectorAccuracy = "CIDetectorAccuracy"
/// Fast: a smaller copy of the picture, larger steps.
public let CIDetectorAccuracyLow = "CIDetectorAccuracyLow"
/// Thorough: finds smaller, fainter and partly hidden features, and takes several times as long.
public let CIDetectorAccuracyHigh = "CIDetectorAccuracyHigh"
/// Whether faces keep a number from one call to the next, a Boolean; false when left out.
public let CIDetectorTracking = "CIDetectorTracking"
/// The shorter side that a feature's bounds have at least, as a fraction from 0 to 1 of the picture's shorter side: 0.15 for faces, which
/// takes 0.01 to 0.5, 0.2 for rectangles and 0 for codes when left out. For text it is the height of characters: 10 pixels of the picture
/// when left out.
public let CIDetectorMinFeatureSize = "CIDetectorMinFeatureSize"
/// The most features that are answered, the surest ones first, from 1 to 256. When left out, 1 for rectangles and any number for others.
public let CIDetectorMaxFeatureCount = "CIDetectorMaxFeatureCount"
/// At how many angles faces are looked for, 30° apart, upright in the middle: 1, 3, 5, 7, 9 or 11; 1 when left out. Time grows with it.
public let CIDetectorNumberOfAngles = "CIDetectorNumberOfAngles"

/// Which way up the picture is, a number from 1 to 8 as Exif's orientation; 1 when left out. What is found has coordinates of the
/// picture as it is, not turned.
public let CIDetectorImageOrientation = "CIDetectorImageOrientation"
/// Whether faces tell closed eyes, a Boolean; false when left out.
public let CIDetectorEyeBlink = "CIDetectorEyeBlink"
/// Whether faces tell a smile, a Boolean; false when left out.
public let CIDetectorSmile = "CIDetectorSmile"
/// Width divided by height of the rectangles to look for, a number above 0; 1.6 when left out. Rectangles may lie on their side.
/// Those that have it come first; `CIDetectorFocalLength` leaves out the others.
public let CIDetectorAspectRatio = "CIDetectorAspectRatio"
/// The focal length of the camera in pixels of the picture, with which rectangles' aspect ratio is told from how they are seen, and
/// compared. 0 compares it as though there were no perspective; −1, which is taken when the key is left out, doesn't compare it.
public let CIDetectorFocalLength = "CIDetectorFocalLength"
/// Whether lines of text have features for their characters, a Boolean; false when left out.
public let CIDetectorReturnSubFeatures = "CIDetectorReturnSubFeatures"

/// The `type` of a `CIFaceFeature`.
public let CIFeatureTypeFace = "Face"
/// The `type` of a `CIRectangleFeature`.
public let CIFeatureTypeRectangle = "Rectangle"
/// The `type` of a `CIQRCodeFeature`.
public let CIFeatureTypeQRCode = "QRCode"
/// The `type` of a `CITextFeature`.
public let CIFeatureTypeText = "Text"
