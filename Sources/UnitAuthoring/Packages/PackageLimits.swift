/// What a package may have; more is refused before it is read.
struct PackageLimits: Sendable {
    /// Files.
    var files = FolderContents.countLimit
    /// Bytes of the archive, and of all files together.
    var bytes = 256 << 20
    /// How many times smaller than its files the archive may be. Text compresses ten times, and machine code four times; what compresses more has
    /// nothing in it.
    var ratio = 100
    /// Bytes that any package may have, however small the archive is: an empty picture compresses well, too.
    var freeBytes = 1 << 20
    /// Bytes of a path.
    var pathLength = 512
    /// Parts of a path.
    var depth = FolderContents.depthLimit

    static let standard = PackageLimits()
}
