/// Default limits for renderings that involve recipes from files, processes of image units, or sandboxed kernels. They
/// apply where the host sets no limit, and suffice for any image that a user would wait for.
public enum UntrustedRendering {
    /// Limit for the duration: one minute.
    public static let deadline = Duration.seconds(60)
    /// Limit for steps of work: 10¹², which is more than two cores can do before the deadline. A step is one weight,
    /// instruction or loop repetition for one pixel.
    public static let steps = 1_000_000_000_000
    /// Limit in bytes for the pixels that a rendering holds: 1 GiB.
    public static let memory = 1 << 30
}
