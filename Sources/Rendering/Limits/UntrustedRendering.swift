/// What a rendering may use where the host sets no limit of its own, and recipes from files, units' processes or sandboxed kernels have a part
/// in it: enough for any picture that somebody waits for.
public enum UntrustedRendering {
    /// The longest that it may take: a minute.
    public static let deadline = Duration.seconds(60)
    /// The most steps, which are weights, instructions and loop repetitions, each for one pixel: 10¹², more than two cores do in the deadline.
    public static let steps = 1_000_000_000_000
    /// The most bytes of pixels that it may hold: 1 GiB.
    public static let memory = 1 << 30
}
