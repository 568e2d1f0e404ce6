import Rendering

/// An error that explains why an image could not be rendered: the rectangle is infinite, empty or too large, a source
/// cannot be read, a kernel failed, or a limit was exceeded.
public typealias RenderingError = Rendering.RenderingError
