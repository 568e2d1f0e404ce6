/// What a page of the workbench may ask for.
public struct WorkbenchLimits: Sendable, Hashable {
    /// The largest message of text, in bytes.
    public var messageBytes = 8 << 20
    /// The largest picture that a page sends, in bytes of its file.
    public var pictureBytes = 32 << 20
    /// The most pixels of a picture.
    public var picturePixels = 100_000_000
    /// The most pictures that a page may have sent.
    public var picturesOfPage = 16
    /// The most clips that a page shows at a time. Each is decoded in a process of its own.
    public var clips = 3
    /// The largest clip that is written as a file, in bytes.
    public var clipBytes = 256 << 20
    /// The most pictures whose paint a page keeps.
    public var paintings = 3
    /// The most filters in a stack.
    public var layers = 64
    /// The most steps that can be undone.
    public var history = 200
    /// The largest width and height of a preview, in pixels.
    public var previewSide = 4096
    /// The time for a rendering, in seconds.
    public var renderingTime = 10.0
    /// The time for a rendering of a kernel that a page edits, in seconds.
    public var kernelTime = 3.0
    /// The time for writing a result as a file, in seconds.
    public var exportTime = 120.0
    /// The largest result that is written as a file, in pixels.
    public var exportPixels = 50_000_000
    /// The memory for pixels of a page's renderings, in megabytes.
    public var memory = 512
    /// The most pages at a time.
    public var pages = 32
    /// The most connections at a time, those of pages included.
    public var connections = 128
    /// The time in which a connection has to become a page's, or end, in seconds.
    public var requestTime = 10.0
    /// The time in which a client has to read what was sent to it, in seconds.
    public var writeTime = 20.0

    /// Creates the default limits.
    public init() {}
}
