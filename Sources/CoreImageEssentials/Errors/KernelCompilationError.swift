import KernelLanguage

/// An error that explains why the source of a kernel doesn't compile. It has every diagnostic with file, line, column
/// and remedy.
public typealias KernelCompilationError = KernelLanguage.KernelCompilationError
