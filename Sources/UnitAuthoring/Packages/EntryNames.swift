/// The names in one package. They must remain different on any file system, and no file may have the name of a folder.
struct EntryNames {
    let package: String
    /// The files and folders, by folded name.
    private var seen: [String: (name: String, isFolder: Bool)] = [:]

    init(package: String) { self.package = package }

    /// Adds the name of a file, and checks it against all earlier ones.
    mutating func add(_ name: String) throws(PackageError) {
        let parts = name.split(separator: "/")
        for count in 1..<max(parts.count, 1) {
            let folder = parts[..<count].joined(separator: "/")
            // Many files may be in one folder, but all must spell its name in the same way.
            if let other = seen[EntryName.folded(folder)],
                !other.isFolder || !other.name.utf8.elementsEqual(folder.utf8)
            {
                throw .collision(package, entry: name, other: other.name)
            }
            seen[EntryName.folded(folder)] = (folder, true)
        }
        if let other = seen[EntryName.folded(name)] { throw .collision(package, entry: name, other: other.name) }
        seen[EntryName.folded(name)] = (name, false)
    }
}
