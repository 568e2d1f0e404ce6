// Keys of the dictionaries in `CIFilter.attributes`, and the values of `kCIAttributeType`.

/// The name that the filter is registered under, a `String`.
public let kCIAttributeFilterName = "CIAttributeFilterName"
/// The filter's display name, a `String`.
public let kCIAttributeFilterDisplayName = "CIAttributeFilterDisplayName"
/// A sentence that says what the filter or the input does, a `String`.
public let kCIAttributeDescription = "CIAttributeDescription"
/// The filter's categories, an array of strings.
public let kCIAttributeFilterCategories = "CIAttributeFilterCategories"
/// The address of the filter's documentation: a `URL`, or a `String` that holds one.
public let kCIAttributeReferenceDocumentation = "CIAttributeReferenceDocumentation"
/// The first version of iOS with the filter, a `String`. Built-in filters don't state it; a registration may.
public let kCIAttributeFilterAvailable_iOS = "CIAttributeFilterAvailable_iOS"
/// The first version of macOS with the filter, a `String`. Built-in filters don't state it; a registration may.
public let kCIAttributeFilterAvailable_Mac = "CIAttributeFilterAvailable_Mac"
/// The class name of an input's value, a `String`.
public let kCIAttributeClass = "CIAttributeClass"
/// The meaning of an input's value, one of the `kCIAttributeType…` constants.
public let kCIAttributeType = "CIAttributeType"
/// The smallest meaningful value of an input, an `NSNumber`.
public let kCIAttributeMin = "CIAttributeMin"
/// The largest meaningful value of an input, an `NSNumber`.
public let kCIAttributeMax = "CIAttributeMax"
/// The lower end of a slider for an input, an `NSNumber`.
public let kCIAttributeSliderMin = "CIAttributeSliderMin"
/// The upper end of a slider for an input, an `NSNumber`.
public let kCIAttributeSliderMax = "CIAttributeSliderMax"
/// The value of an input of a newly created filter.
public let kCIAttributeDefault = "CIAttributeDefault"
/// The value at which an input has no effect.
public let kCIAttributeIdentity = "CIAttributeIdentity"
/// The key of an input, a `String`.
public let kCIAttributeName = "CIAttributeName"
/// The display name of an input, a `String`.
public let kCIAttributeDisplayName = "CIAttributeDisplayName"

/// The `kCIAttributeType` of a time from 0 to 1.
public let kCIAttributeTypeTime = "CIAttributeTypeTime"
/// The `kCIAttributeType` of a number.
public let kCIAttributeTypeScalar = "CIAttributeTypeScalar"
/// The `kCIAttributeType` of a length in pixels.
public let kCIAttributeTypeDistance = "CIAttributeTypeDistance"
/// The `kCIAttributeType` of an angle in radians.
public let kCIAttributeTypeAngle = "CIAttributeTypeAngle"
/// The `kCIAttributeType` of a Boolean.
public let kCIAttributeTypeBoolean = "CIAttributeTypeBoolean"
/// The `kCIAttributeType` of a whole number.
public let kCIAttributeTypeInteger = "CIAttributeTypeInteger"
/// The `kCIAttributeType` of a count, such as a number of points or buckets.
public let kCIAttributeTypeCount = "CIAttributeTypeCount"
/// The `kCIAttributeType` of a point in working space, in pixels from the origin at the bottom left.
public let kCIAttributeTypePosition = "CIAttributeTypePosition"
/// The `kCIAttributeType` of a displacement in pixels.
public let kCIAttributeTypeOffset = "CIAttributeTypeOffset"
/// The `kCIAttributeType` of a point in three-dimensional space.
public let kCIAttributeTypePosition3 = "CIAttributeTypePosition3"
/// The `kCIAttributeType` of a rectangle in working space: x, y, width and height in pixels.
public let kCIAttributeTypeRectangle = "CIAttributeTypeRectangle"
/// The `kCIAttributeType` of a colour without alpha.
public let kCIAttributeTypeOpaqueColor = "CIAttributeTypeOpaqueColor"
/// The `kCIAttributeType` of a colour with alpha.
public let kCIAttributeTypeColor = "CIAttributeTypeColor"
/// The `kCIAttributeType` of an image used as a gradient.
public let kCIAttributeTypeGradient = "CIAttributeTypeGradient"
/// The `kCIAttributeType` of an image.
public let kCIAttributeTypeImage = "CIAttributeTypeImage"
/// The `kCIAttributeType` of an affine transform.
public let kCIAttributeTypeTransform = "CIAttributeTypeTransform"
