// ImageIO's keys for the metadata of picture files. Their values are the documented strings.

/// Key of the width in pixels.
public let kCGImagePropertyPixelWidth = "PixelWidth"
/// Key of the height in pixels.
public let kCGImagePropertyPixelHeight = "PixelHeight"
/// Key of the number of pictures in the file, such as animation frames or pages; left out if there is only one.
public let kCGImagePropertyImageCount = "ImageCount"
/// Key of the horizontal resolution in dots per inch.
public let kCGImagePropertyDPIWidth = "DPIWidth"
/// Key of the vertical resolution in dots per inch.
public let kCGImagePropertyDPIHeight = "DPIHeight"
/// Key of the number of bits of a component.
public let kCGImagePropertyDepth = "Depth"
/// Key of the EXIF orientation, 1…8.
public let kCGImagePropertyOrientation = "Orientation"
/// Key that says whether components are floats.
public let kCGImagePropertyIsFloat = "IsFloat"
/// Key that says whether the picture has alpha.
public let kCGImagePropertyHasAlpha = "HasAlpha"
/// Key of the colour model.
public let kCGImagePropertyColorModel = "ColorModel"
/// Key of the name in the ICC profile.
public let kCGImagePropertyProfileName = "ProfileName"
/// The colour model RGB.
public let kCGImagePropertyColorModelRGB = "RGB"
/// The colour model Gray.
public let kCGImagePropertyColorModelGray = "Gray"
/// The colour model CMYK.
public let kCGImagePropertyColorModelCMYK = "CMYK"
/// The colour model Lab.
public let kCGImagePropertyColorModelLab = "Lab"
/// Key of the TIFF dictionary.
public let kCGImagePropertyTIFFDictionary = "{TIFF}"
/// Key of the Exif dictionary.
public let kCGImagePropertyExifDictionary = "{Exif}"
/// Key of the GPS dictionary.
public let kCGImagePropertyGPSDictionary = "{GPS}"
/// Key of the PNG dictionary.
public let kCGImagePropertyPNGDictionary = "{PNG}"
/// Key of the JFIF dictionary.
public let kCGImagePropertyJFIFDictionary = "{JFIF}"

/// Key of the file's XMP packet as `Data`. This key is not part of ImageIO, which has another interface for XMP.
package let imagePropertyXMPPacket = "{XMP}"
/// Key of the file's IPTC-IIM records as `Data`, as stored. This key is not part of ImageIO, which has a dictionary for
/// them.
package let imagePropertyIPTCRecords = "{IPTC-IIM}"
