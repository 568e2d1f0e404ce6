/// Default limits for renderings that involve recipes from files, processes of image units, or sandboxed kernels. They
/// apply where the host sets no limit, and suffice for any image that a user would wait for.
package enum UntrustedRendering {
    /// Limit for the duration: one minute.
    package static let deadline = Duration.seconds(60)
    /// Limit for the work: 10¹² weights, instructions or loop repetitions, each for one pixel. That is more than two
    /// cores can do before the deadline.
    package static let work = 1_000_000_000_000
    /// Limit in bytes for the pixels that a rendering holds: 1 GiB.
    package static let memory = 1 << 30
}
