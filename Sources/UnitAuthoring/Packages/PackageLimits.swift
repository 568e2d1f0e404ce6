/// The limits of a package. Anything larger is refused before it is read completely.
struct PackageLimits: Sendable {
    /// Maximum number of files.
    var files = FolderContents.countLimit
    /// Maximum number of bytes of the archive, and of all its files together.
    var bytes = 256 << 20
    /// Maximum ratio of the size of all files to the size of the archive. Text compresses about 10:1, and machine code
    /// 4:1; files that compress much more contain little information.
    var ratio = 100
    /// Bytes that the files may have in any case, since a blank picture also compresses well.
    var freeBytes = 1 << 20
    /// Maximum length of a path, in bytes.
    var pathLength = 512
    /// Maximum number of components of a path.
    var depth = FolderContents.depthLimit

    static let standard = PackageLimits()
}
