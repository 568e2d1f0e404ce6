// Deprecated names of image options.

/// Older spelling of `CIImageOption.colorSpace`.
@available(*, deprecated, renamed: "CIImageOption.colorSpace")
public var kCIImageColorSpace: CIImageOption { .colorSpace }

/// Older spelling of `CIImageOption.properties`.
@available(*, deprecated, renamed: "CIImageOption.properties")
public var kCIImageProperties: CIImageOption { .properties }

/// Older spelling of `CIImageOption.applyOrientationProperty`.
@available(*, deprecated, renamed: "CIImageOption.applyOrientationProperty")
public var kCIImageApplyOrientationProperty: CIImageOption { .applyOrientationProperty }

/// Older spelling of `CIImageOption.nearestSampling`.
@available(*, deprecated, renamed: "CIImageOption.nearestSampling")
public var kCIImageNearestSampling: CIImageOption { .nearestSampling }

/// Older spelling of `CIImageOption.providerTileSize`.
@available(*, deprecated, renamed: "CIImageOption.providerTileSize")
public var kCIImageProviderTileSize: CIImageOption { .providerTileSize }

/// Older spelling of `CIImageOption.providerUserInfo`.
@available(*, deprecated, renamed: "CIImageOption.providerUserInfo")
public var kCIImageProviderUserInfo: CIImageOption { .providerUserInfo }

/// Older spelling of `CIImageOption.applyCleanAperture`.
@available(*, deprecated, renamed: "CIImageOption.applyCleanAperture")
public var kCIImageApplyCleanAperture: CIImageOption { .applyCleanAperture }
