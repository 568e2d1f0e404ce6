// Deprecated names of context options.

/// Older spelling of `CIContextOption.workingColorSpace`.
@available(*, deprecated, renamed: "CIContextOption.workingColorSpace")
public var kCIContextWorkingColorSpace: CIContextOption { .workingColorSpace }

/// Older spelling of `CIContextOption.outputColorSpace`.
@available(*, deprecated, renamed: "CIContextOption.outputColorSpace")
public var kCIContextOutputColorSpace: CIContextOption { .outputColorSpace }

/// Older spelling of `CIContextOption.workingFormat`.
@available(*, deprecated, renamed: "CIContextOption.workingFormat")
public var kCIContextWorkingFormat: CIContextOption { .workingFormat }

/// Older spelling of `CIContextOption.outputPremultiplied`.
@available(*, deprecated, renamed: "CIContextOption.outputPremultiplied")
public var kCIContextOutputPremultiplied: CIContextOption { .outputPremultiplied }

/// Older spelling of `CIContextOption.cacheIntermediates`.
@available(*, deprecated, renamed: "CIContextOption.cacheIntermediates")
public var kCIContextCacheIntermediates: CIContextOption { .cacheIntermediates }

/// Older spelling of `CIContextOption.useSoftwareRenderer`.
@available(*, deprecated, renamed: "CIContextOption.useSoftwareRenderer")
public var kCIContextUseSoftwareRenderer: CIContextOption { .useSoftwareRenderer }

/// Older spelling of `CIContextOption.allowLowPower`.
@available(*, deprecated, renamed: "CIContextOption.allowLowPower")
public var kCIContextAllowLowPower: CIContextOption { .allowLowPower }

/// Older spelling of `CIContextOption.priorityRequestLow`.
@available(*, deprecated, renamed: "CIContextOption.priorityRequestLow")
public var kCIContextPriorityRequestLow: CIContextOption { .priorityRequestLow }

/// Older spelling of `CIContextOption.name`.
@available(*, deprecated, renamed: "CIContextOption.name")
public var kCIContextName: CIContextOption { .name }

/// Older spelling of `CIContextOption.memoryTarget`.
@available(*, deprecated, renamed: "CIContextOption.memoryTarget")
public var kCIContextMemoryTarget: CIContextOption { .memoryTarget }
