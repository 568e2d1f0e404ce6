// Keys of ImageIO's TIFF dictionary.

/// TIFF tag Compression.
public let kCGImagePropertyTIFFCompression = "Compression"
/// TIFF tag PhotometricInterpretation.
public let kCGImagePropertyTIFFPhotometricInterpretation = "PhotometricInterpretation"
/// TIFF tag DocumentName.
public let kCGImagePropertyTIFFDocumentName = "DocumentName"
/// TIFF tag ImageDescription.
public let kCGImagePropertyTIFFImageDescription = "ImageDescription"
/// TIFF tag Make.
public let kCGImagePropertyTIFFMake = "Make"
/// TIFF tag Model.
public let kCGImagePropertyTIFFModel = "Model"
/// TIFF tag Orientation.
public let kCGImagePropertyTIFFOrientation = "Orientation"
/// TIFF tag XResolution.
public let kCGImagePropertyTIFFXResolution = "XResolution"
/// TIFF tag YResolution.
public let kCGImagePropertyTIFFYResolution = "YResolution"
/// TIFF tag ResolutionUnit.
public let kCGImagePropertyTIFFResolutionUnit = "ResolutionUnit"
/// TIFF tag Software.
public let kCGImagePropertyTIFFSoftware = "Software"
/// TIFF tag TransferFunction.
public let kCGImagePropertyTIFFTransferFunction = "TransferFunction"
/// TIFF tag DateTime.
public let kCGImagePropertyTIFFDateTime = "DateTime"
/// TIFF tag Artist.
public let kCGImagePropertyTIFFArtist = "Artist"
/// TIFF tag HostComputer.
public let kCGImagePropertyTIFFHostComputer = "HostComputer"
/// TIFF tag Copyright.
public let kCGImagePropertyTIFFCopyright = "Copyright"
/// TIFF tag WhitePoint.
public let kCGImagePropertyTIFFWhitePoint = "WhitePoint"
/// TIFF tag PrimaryChromaticities.
public let kCGImagePropertyTIFFPrimaryChromaticities = "PrimaryChromaticities"
