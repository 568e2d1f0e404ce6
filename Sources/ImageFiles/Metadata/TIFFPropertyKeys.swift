// Keys of ImageIO's TIFF dictionary.

/// TIFF tag Compression.
package let kCGImagePropertyTIFFCompression = "Compression"
/// TIFF tag PhotometricInterpretation.
package let kCGImagePropertyTIFFPhotometricInterpretation = "PhotometricInterpretation"
/// TIFF tag DocumentName.
package let kCGImagePropertyTIFFDocumentName = "DocumentName"
/// TIFF tag ImageDescription.
package let kCGImagePropertyTIFFImageDescription = "ImageDescription"
/// TIFF tag Make.
package let kCGImagePropertyTIFFMake = "Make"
/// TIFF tag Model.
package let kCGImagePropertyTIFFModel = "Model"
/// TIFF tag Orientation.
package let kCGImagePropertyTIFFOrientation = "Orientation"
/// TIFF tag XResolution.
package let kCGImagePropertyTIFFXResolution = "XResolution"
/// TIFF tag YResolution.
package let kCGImagePropertyTIFFYResolution = "YResolution"
/// TIFF tag ResolutionUnit.
package let kCGImagePropertyTIFFResolutionUnit = "ResolutionUnit"
/// TIFF tag Software.
package let kCGImagePropertyTIFFSoftware = "Software"
/// TIFF tag TransferFunction.
package let kCGImagePropertyTIFFTransferFunction = "TransferFunction"
/// TIFF tag DateTime.
package let kCGImagePropertyTIFFDateTime = "DateTime"
/// TIFF tag Artist.
package let kCGImagePropertyTIFFArtist = "Artist"
/// TIFF tag HostComputer.
package let kCGImagePropertyTIFFHostComputer = "HostComputer"
/// TIFF tag Copyright.
package let kCGImagePropertyTIFFCopyright = "Copyright"
/// TIFF tag WhitePoint.
package let kCGImagePropertyTIFFWhitePoint = "WhitePoint"
/// TIFF tag PrimaryChromaticities.
package let kCGImagePropertyTIFFPrimaryChromaticities = "PrimaryChromaticities"
