// ImageIO's names for what picture files say about themselves. Values are the documented strings.

/// Columns.
public let kCGImagePropertyPixelWidth = "PixelWidth"
/// Rows.
public let kCGImagePropertyPixelHeight = "PixelHeight"
/// How many pictures the file holds: frames of an animation, pages; left out where there is one.
public let kCGImagePropertyImageCount = "ImageCount"
/// Horizontal resolution in dots per inch.
public let kCGImagePropertyDPIWidth = "DPIWidth"
/// Vertical resolution in dots per inch.
public let kCGImagePropertyDPIHeight = "DPIHeight"
/// Bits of one component.
public let kCGImagePropertyDepth = "Depth"
/// EXIF orientation, 1…8.
public let kCGImagePropertyOrientation = "Orientation"
/// Whether components are floats.
public let kCGImagePropertyIsFloat = "IsFloat"
/// Whether there is alpha.
public let kCGImagePropertyHasAlpha = "HasAlpha"
/// Family of the components.
public let kCGImagePropertyColorModel = "ColorModel"
/// Name inside the ICC profile.
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

/// The file's XMP packet as `Data`. Our own key: ImageIO keeps XMP elsewhere.
public let imagePropertyXMPPacket = "{XMP}"
/// The file's IPTC-IIM records as `Data`, as they are stored. Our own key: ImageIO has a dictionary of them.
public let imagePropertyIPTCRecords = "{IPTC-IIM}"
