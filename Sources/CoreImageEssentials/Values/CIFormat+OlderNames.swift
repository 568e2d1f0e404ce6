// Deprecated names of pixel formats.

/// Older spelling of `CIFormat.ARGB8`.
@available(*, deprecated, renamed: "CIFormat.ARGB8")
public var kCIFormatARGB8: CIFormat { .ARGB8 }

/// Older spelling of `CIFormat.BGRA8`.
@available(*, deprecated, renamed: "CIFormat.BGRA8")
public var kCIFormatBGRA8: CIFormat { .BGRA8 }

/// Older spelling of `CIFormat.RGBA8`.
@available(*, deprecated, renamed: "CIFormat.RGBA8")
public var kCIFormatRGBA8: CIFormat { .RGBA8 }

/// Older spelling of `CIFormat.ABGR8`.
@available(*, deprecated, renamed: "CIFormat.ABGR8")
public var kCIFormatABGR8: CIFormat { .ABGR8 }

/// Older spelling of `CIFormat.RGBA16`.
@available(*, deprecated, renamed: "CIFormat.RGBA16")
public var kCIFormatRGBA16: CIFormat { .RGBA16 }

/// Older spelling of `CIFormat.RGBAh`.
@available(*, deprecated, renamed: "CIFormat.RGBAh")
public var kCIFormatRGBAh: CIFormat { .RGBAh }

/// Older spelling of `CIFormat.RGBAf`.
@available(*, deprecated, renamed: "CIFormat.RGBAf")
public var kCIFormatRGBAf: CIFormat { .RGBAf }

/// Older spelling of `CIFormat.A8`.
@available(*, deprecated, renamed: "CIFormat.A8")
public var kCIFormatA8: CIFormat { .A8 }

/// Older spelling of `CIFormat.A16`.
@available(*, deprecated, renamed: "CIFormat.A16")
public var kCIFormatA16: CIFormat { .A16 }

/// Older spelling of `CIFormat.Ah`.
@available(*, deprecated, renamed: "CIFormat.Ah")
public var kCIFormatAh: CIFormat { .Ah }

/// Older spelling of `CIFormat.Af`.
@available(*, deprecated, renamed: "CIFormat.Af")
public var kCIFormatAf: CIFormat { .Af }

/// Older spelling of `CIFormat.R8`.
@available(*, deprecated, renamed: "CIFormat.R8")
public var kCIFormatR8: CIFormat { .R8 }

/// Older spelling of `CIFormat.R16`.
@available(*, deprecated, renamed: "CIFormat.R16")
public var kCIFormatR16: CIFormat { .R16 }

/// Older spelling of `CIFormat.Rh`.
@available(*, deprecated, renamed: "CIFormat.Rh")
public var kCIFormatRh: CIFormat { .Rh }

/// Older spelling of `CIFormat.Rf`.
@available(*, deprecated, renamed: "CIFormat.Rf")
public var kCIFormatRf: CIFormat { .Rf }

/// Older spelling of `CIFormat.RG8`.
@available(*, deprecated, renamed: "CIFormat.RG8")
public var kCIFormatRG8: CIFormat { .RG8 }

/// Older spelling of `CIFormat.RG16`.
@available(*, deprecated, renamed: "CIFormat.RG16")
public var kCIFormatRG16: CIFormat { .RG16 }

/// Older spelling of `CIFormat.RGh`.
@available(*, deprecated, renamed: "CIFormat.RGh")
public var kCIFormatRGh: CIFormat { .RGh }

/// Older spelling of `CIFormat.RGf`.
@available(*, deprecated, renamed: "CIFormat.RGf")
public var kCIFormatRGf: CIFormat { .RGf }

/// Older spelling of `CIFormat.L8`.
@available(*, deprecated, renamed: "CIFormat.L8")
public var kCIFormatL8: CIFormat { .L8 }

/// Older spelling of `CIFormat.L16`.
@available(*, deprecated, renamed: "CIFormat.L16")
public var kCIFormatL16: CIFormat { .L16 }

/// Older spelling of `CIFormat.Lh`.
@available(*, deprecated, renamed: "CIFormat.Lh")
public var kCIFormatLh: CIFormat { .Lh }

/// Older spelling of `CIFormat.Lf`.
@available(*, deprecated, renamed: "CIFormat.Lf")
public var kCIFormatLf: CIFormat { .Lf }

/// Older spelling of `CIFormat.LA8`.
@available(*, deprecated, renamed: "CIFormat.LA8")
public var kCIFormatLA8: CIFormat { .LA8 }

/// Older spelling of `CIFormat.LA16`.
@available(*, deprecated, renamed: "CIFormat.LA16")
public var kCIFormatLA16: CIFormat { .LA16 }

/// Older spelling of `CIFormat.LAh`.
@available(*, deprecated, renamed: "CIFormat.LAh")
public var kCIFormatLAh: CIFormat { .LAh }

/// Older spelling of `CIFormat.LAf`.
@available(*, deprecated, renamed: "CIFormat.LAf")
public var kCIFormatLAf: CIFormat { .LAf }
