// ImageIO's names of keys in the dictionaries of an image's properties. `ImageFiles` defines the names of those that it
// reads and writes itself.

/// Key: quality of lossy formats, 0…1, among the options of a picture file.
public let kCGImageDestinationLossyCompressionQuality: CFString = "kCGImageDestinationLossyCompressionQuality"
/// Key: the IPTC dictionary.
public let kCGImagePropertyIPTCDictionary: CFString = "{IPTC}"
/// Key: the camera's maker, in the TIFF dictionary.
public let kCGImagePropertyTIFFMake: CFString = "Make"
/// Key: the camera's model, in the TIFF dictionary.
public let kCGImagePropertyTIFFModel: CFString = "Model"
/// Key: the program that wrote the picture, in the TIFF dictionary.
public let kCGImagePropertyTIFFSoftware: CFString = "Software"
/// Key: the picture's author, in the TIFF dictionary.
public let kCGImagePropertyTIFFArtist: CFString = "Artist"
/// Key: the copyright notice, in the TIFF dictionary.
public let kCGImagePropertyTIFFCopyright: CFString = "Copyright"
/// Key: a description of the picture, in the TIFF dictionary.
public let kCGImagePropertyTIFFImageDescription: CFString = "ImageDescription"
/// Key: the time of the file's last change, in the TIFF dictionary.
public let kCGImagePropertyTIFFDateTime: CFString = "DateTime"
/// Key: the orientation, in the TIFF dictionary.
public let kCGImagePropertyTIFFOrientation: CFString = "Orientation"
/// Key: the exposure time in seconds, in the Exif dictionary.
public let kCGImagePropertyExifExposureTime: CFString = "ExposureTime"
/// Key: the aperture, in the Exif dictionary.
public let kCGImagePropertyExifFNumber: CFString = "FNumber"
/// Key: sensitivities, in the Exif dictionary.
public let kCGImagePropertyExifISOSpeedRatings: CFString = "ISOSpeedRatings"
/// Key: the focal length in millimetres, in the Exif dictionary.
public let kCGImagePropertyExifFocalLength: CFString = "FocalLength"
/// Key: the time at which the picture was taken, in the Exif dictionary.
public let kCGImagePropertyExifDateTimeOriginal: CFString = "DateTimeOriginal"
/// Key: a comment, in the Exif dictionary.
public let kCGImagePropertyExifUserComment: CFString = "UserComment"
/// Key: the latitude in degrees, without sign, in the GPS dictionary.
public let kCGImagePropertyGPSLatitude: CFString = "Latitude"
/// Key: N or S, in the GPS dictionary.
public let kCGImagePropertyGPSLatitudeRef: CFString = "LatitudeRef"
/// Key: the longitude in degrees, without sign, in the GPS dictionary.
public let kCGImagePropertyGPSLongitude: CFString = "Longitude"
/// Key: E or W, in the GPS dictionary.
public let kCGImagePropertyGPSLongitudeRef: CFString = "LongitudeRef"
/// Key: the altitude in metres, in the GPS dictionary.
public let kCGImagePropertyGPSAltitude: CFString = "Altitude"
