/// The names of one package, compared with each other: two must not be one file on any file system, and no file a folder.
struct EntryNames {
    let package: String
    /// Files and folders by what all their spellings have in common.
    private var seen: [String: (name: String, isFolder: Bool)] = [:]

    init(package: String) { self.package = package }

    /// Takes in a file's name.
    mutating func add(_ name: String) throws(PackageError) {
        let parts = name.split(separator: "/")
        for count in 1..<max(parts.count, 1) {
            let folder = parts[..<count].joined(separator: "/")
            // A folder may be named by many files, but by one spelling.
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
