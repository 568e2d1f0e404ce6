// Keys of ImageIO's GPS dictionary.

/// GPS tag GPSVersion.
public let kCGImagePropertyGPSVersion = "GPSVersion"
/// GPS tag LatitudeRef.
public let kCGImagePropertyGPSLatitudeRef = "LatitudeRef"
/// GPS tag Latitude.
public let kCGImagePropertyGPSLatitude = "Latitude"
/// GPS tag LongitudeRef.
public let kCGImagePropertyGPSLongitudeRef = "LongitudeRef"
/// GPS tag Longitude.
public let kCGImagePropertyGPSLongitude = "Longitude"
/// GPS tag AltitudeRef.
public let kCGImagePropertyGPSAltitudeRef = "AltitudeRef"
/// GPS tag Altitude.
public let kCGImagePropertyGPSAltitude = "Altitude"
/// GPS tag TimeStamp.
public let kCGImagePropertyGPSTimeStamp = "TimeStamp"
/// GPS tag Satellites.
public let kCGImagePropertyGPSSatellites = "Satellites"
/// GPS tag Status.
public let kCGImagePropertyGPSStatus = "Status"
/// GPS tag MeasureMode.
public let kCGImagePropertyGPSMeasureMode = "MeasureMode"
/// GPS tag DOP.
public let kCGImagePropertyGPSDOP = "DOP"
/// GPS tag SpeedRef.
public let kCGImagePropertyGPSSpeedRef = "SpeedRef"
/// GPS tag Speed.
public let kCGImagePropertyGPSSpeed = "Speed"
/// GPS tag TrackRef.
public let kCGImagePropertyGPSTrackRef = "TrackRef"
/// GPS tag Track.
public let kCGImagePropertyGPSTrack = "Track"
/// GPS tag ImgDirectionRef.
public let kCGImagePropertyGPSImgDirectionRef = "ImgDirectionRef"
/// GPS tag ImgDirection.
public let kCGImagePropertyGPSImgDirection = "ImgDirection"
/// GPS tag MapDatum.
public let kCGImagePropertyGPSMapDatum = "MapDatum"
/// GPS tag DestLatitudeRef.
public let kCGImagePropertyGPSDestLatitudeRef = "DestLatitudeRef"
/// GPS tag DestLatitude.
public let kCGImagePropertyGPSDestLatitude = "DestLatitude"
/// GPS tag DestLongitudeRef.
public let kCGImagePropertyGPSDestLongitudeRef = "DestLongitudeRef"
/// GPS tag DestLongitude.
public let kCGImagePropertyGPSDestLongitude = "DestLongitude"
/// GPS tag DestBearingRef.
public let kCGImagePropertyGPSDestBearingRef = "DestBearingRef"
/// GPS tag DestBearing.
public let kCGImagePropertyGPSDestBearing = "DestBearing"
/// GPS tag DestDistanceRef.
public let kCGImagePropertyGPSDestDistanceRef = "DestDistanceRef"
/// GPS tag DestDistance.
public let kCGImagePropertyGPSDestDistance = "DestDistance"
/// GPS tag ProcessingMethod.
public let kCGImagePropertyGPSProcessingMethod = "ProcessingMethod"
/// GPS tag AreaInformation.
public let kCGImagePropertyGPSAreaInformation = "AreaInformation"
/// GPS tag DateStamp.
public let kCGImagePropertyGPSDateStamp = "DateStamp"
/// GPS tag Differential.
public let kCGImagePropertyGPSDifferental = "Differential"
/// GPS tag HPositioningError.
public let kCGImagePropertyGPSHPositioningError = "HPositioningError"
