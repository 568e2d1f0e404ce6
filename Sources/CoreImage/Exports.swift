@_exported import Foundation
@_exported import Pixels

// The constant of this name that is an option; `Pixels` has the one that is text. See `CIImageRepresentationOption`.
@_exported import let ImageFiles.kCGImageDestinationLossyCompressionQuality
