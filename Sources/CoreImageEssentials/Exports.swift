@_exported import Foundation
@_exported import MediaSamples
@_exported import MediaTime
@_exported import PixelBuffers
@_exported import Pixels

@_exported import let ImageFiles.kCGImageDestinationLossyCompressionQuality
@_exported import let ImageFiles.kCGImagePropertyColorModel
@_exported import let ImageFiles.kCGImagePropertyColorModelCMYK
@_exported import let ImageFiles.kCGImagePropertyColorModelGray
@_exported import let ImageFiles.kCGImagePropertyColorModelLab
@_exported import let ImageFiles.kCGImagePropertyColorModelRGB
@_exported import let ImageFiles.kCGImagePropertyDPIHeight
@_exported import let ImageFiles.kCGImagePropertyDPIWidth
@_exported import let ImageFiles.kCGImagePropertyDepth
@_exported import let ImageFiles.kCGImagePropertyExifDictionary
@_exported import let ImageFiles.kCGImagePropertyGPSDictionary
@_exported import let ImageFiles.kCGImagePropertyHasAlpha
@_exported import let ImageFiles.kCGImagePropertyImageCount
@_exported import let ImageFiles.kCGImagePropertyIsFloat
@_exported import let ImageFiles.kCGImagePropertyJFIFDictionary
@_exported import let ImageFiles.kCGImagePropertyOrientation
@_exported import let ImageFiles.kCGImagePropertyPNGDictionary
@_exported import let ImageFiles.kCGImagePropertyPixelHeight
@_exported import let ImageFiles.kCGImagePropertyPixelWidth
@_exported import let ImageFiles.kCGImagePropertyProfileName
@_exported import let ImageFiles.kCGImagePropertyTIFFDictionary
// Two constants have this name: that of `ImageFiles` is an option, this one is a string. See
// `CIImageRepresentationOption`. It must be imported by name, because an import of a single declaration hides the
// declarations of that name from imports of whole modules.
@_exported import let Pixels.kCGImageDestinationLossyCompressionQuality
