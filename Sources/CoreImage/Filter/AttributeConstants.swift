// Keys of the dictionaries in `CIFilter.attributes`, and the values of `kCIAttributeType`.

/// The filter's name.
public let kCIAttributeFilterName = "CIAttributeFilterName"
/// The filter's name for people.
public let kCIAttributeFilterDisplayName = "CIAttributeFilterDisplayName"
/// What a filter or an input does.
public let kCIAttributeDescription = "CIAttributeDescription"
/// The filter's categories, an array of strings.
public let kCIAttributeFilterCategories = "CIAttributeFilterCategories"
/// Where to read about the filter: a `URL`, or a string that is one.
public let kCIAttributeReferenceDocumentation = "CIAttributeReferenceDocumentation"
/// First version of iOS with the filter, a string. Built-in filters don't state it; a registration may.
public let kCIAttributeFilterAvailable_iOS = "CIAttributeFilterAvailable_iOS"
/// First version of macOS with the filter, a string. Built-in filters don't state it; a registration may.
public let kCIAttributeFilterAvailable_Mac = "CIAttributeFilterAvailable_Mac"
/// Class name of an input's value.
public let kCIAttributeClass = "CIAttributeClass"
/// One of the `kCIAttributeType…` constants.
public let kCIAttributeType = "CIAttributeType"
/// Smallest value.
public let kCIAttributeMin = "CIAttributeMin"
/// Largest value.
public let kCIAttributeMax = "CIAttributeMax"
/// Lower end of a slider.
public let kCIAttributeSliderMin = "CIAttributeSliderMin"
/// Upper end of a slider.
public let kCIAttributeSliderMax = "CIAttributeSliderMax"
/// Value of a filter that was just made.
public let kCIAttributeDefault = "CIAttributeDefault"
/// Value without effect.
public let kCIAttributeIdentity = "CIAttributeIdentity"
/// The input's key.
public let kCIAttributeName = "CIAttributeName"
/// The input's name for people.
public let kCIAttributeDisplayName = "CIAttributeDisplayName"

/// A time from 0 to 1.
public let kCIAttributeTypeTime = "CIAttributeTypeTime"
/// A number.
public let kCIAttributeTypeScalar = "CIAttributeTypeScalar"
/// A length in pixels.
public let kCIAttributeTypeDistance = "CIAttributeTypeDistance"
/// An angle in radians.
public let kCIAttributeTypeAngle = "CIAttributeTypeAngle"
/// True or false.
public let kCIAttributeTypeBoolean = "CIAttributeTypeBoolean"
/// A whole number.
public let kCIAttributeTypeInteger = "CIAttributeTypeInteger"
/// A number of things.
public let kCIAttributeTypeCount = "CIAttributeTypeCount"
/// A point in working space.
public let kCIAttributeTypePosition = "CIAttributeTypePosition"
/// A displacement in pixels.
public let kCIAttributeTypeOffset = "CIAttributeTypeOffset"
/// A point in space.
public let kCIAttributeTypePosition3 = "CIAttributeTypePosition3"
/// A rectangle: x, y, width, height.
public let kCIAttributeTypeRectangle = "CIAttributeTypeRectangle"
/// A colour without alpha.
public let kCIAttributeTypeOpaqueColor = "CIAttributeTypeOpaqueColor"
/// A colour.
public let kCIAttributeTypeColor = "CIAttributeTypeColor"
/// An image used as a gradient.
public let kCIAttributeTypeGradient = "CIAttributeTypeGradient"
/// An image.
public let kCIAttributeTypeImage = "CIAttributeTypeImage"
/// An affine transform.
public let kCIAttributeTypeTransform = "CIAttributeTypeTransform"
