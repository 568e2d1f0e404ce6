// Keys of ImageIO's GPS dictionary.

/// GPS tag GPSVersion.
package let kCGImagePropertyGPSVersion = "GPSVersion"
/// GPS tag LatitudeRef.
package let kCGImagePropertyGPSLatitudeRef = "LatitudeRef"
/// GPS tag Latitude.
package let kCGImagePropertyGPSLatitude = "Latitude"
/// GPS tag LongitudeRef.
package let kCGImagePropertyGPSLongitudeRef = "LongitudeRef"
/// GPS tag Longitude.
package let kCGImagePropertyGPSLongitude = "Longitude"
/// GPS tag AltitudeRef.
package let kCGImagePropertyGPSAltitudeRef = "AltitudeRef"
/// GPS tag Altitude.
package let kCGImagePropertyGPSAltitude = "Altitude"
/// GPS tag TimeStamp.
package let kCGImagePropertyGPSTimeStamp = "TimeStamp"
/// GPS tag Satellites.
package let kCGImagePropertyGPSSatellites = "Satellites"
/// GPS tag Status.
package let kCGImagePropertyGPSStatus = "Status"
/// GPS tag MeasureMode.
package let kCGImagePropertyGPSMeasureMode = "MeasureMode"
/// GPS tag DOP.
package let kCGImagePropertyGPSDOP = "DOP"
/// GPS tag SpeedRef.
package let kCGImagePropertyGPSSpeedRef = "SpeedRef"
/// GPS tag Speed.
package let kCGImagePropertyGPSSpeed = "Speed"
/// GPS tag TrackRef.
package let kCGImagePropertyGPSTrackRef = "TrackRef"
/// GPS tag Track.
package let kCGImagePropertyGPSTrack = "Track"
/// GPS tag ImgDirectionRef.
package let kCGImagePropertyGPSImgDirectionRef = "ImgDirectionRef"
/// GPS tag ImgDirection.
package let kCGImagePropertyGPSImgDirection = "ImgDirection"
/// GPS tag MapDatum.
package let kCGImagePropertyGPSMapDatum = "MapDatum"
/// GPS tag DestLatitudeRef.
package let kCGImagePropertyGPSDestLatitudeRef = "DestLatitudeRef"
/// GPS tag DestLatitude.
package let kCGImagePropertyGPSDestLatitude = "DestLatitude"
/// GPS tag DestLongitudeRef.
package let kCGImagePropertyGPSDestLongitudeRef = "DestLongitudeRef"
/// GPS tag DestLongitude.
package let kCGImagePropertyGPSDestLongitude = "DestLongitude"
/// GPS tag DestBearingRef.
package let kCGImagePropertyGPSDestBearingRef = "DestBearingRef"
/// GPS tag DestBearing.
package let kCGImagePropertyGPSDestBearing = "DestBearing"
/// GPS tag DestDistanceRef.
package let kCGImagePropertyGPSDestDistanceRef = "DestDistanceRef"
/// GPS tag DestDistance.
package let kCGImagePropertyGPSDestDistance = "DestDistance"
/// GPS tag ProcessingMethod.
package let kCGImagePropertyGPSProcessingMethod = "ProcessingMethod"
/// GPS tag AreaInformation.
package let kCGImagePropertyGPSAreaInformation = "AreaInformation"
/// GPS tag DateStamp.
package let kCGImagePropertyGPSDateStamp = "DateStamp"
/// GPS tag Differential.
package let kCGImagePropertyGPSDifferental = "Differential"
/// GPS tag HPositioningError.
package let kCGImagePropertyGPSHPositioningError = "HPositioningError"
