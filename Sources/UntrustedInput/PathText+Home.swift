import Glibc

extension PathText {
    /// The path with a leading `~` or `~name` replaced by the home folder of this user, or of the user of that name. A path that begins with
    /// neither, or with the name of nobody, stays as it is.
    ///
    /// For what a user of a command writes; a path in somebody else's file has no business in a home folder.
    public var expandingTilde: String { expandingTilde(home: getenv("HOME").map { String(cString: $0) }) }

    /// The same with this user's home folder given; nil for the one in the system's list of users.
    func expandingTilde(home: String?) -> String {
        guard text.hasPrefix("~") else { return text }
        let scalars = text.unicodeScalars
        let end = scalars.firstIndex(of: "/") ?? scalars.endIndex
        let name = String(scalars[scalars.index(after: scalars.startIndex)..<end])
        let own = home.flatMap { $0.hasPrefix("/") ? $0 : nil }
        guard let folder = name.isEmpty ? own ?? Self.home(of: nil) : Self.home(of: name) else { return text }
        return (folder == "/" && end != scalars.endIndex ? "" : folder) + String(scalars[end...])
    }

    /// The home folder that the system's list of users has for a name, or for this user.
    private static func home(of name: String?) -> String? {
        if let name, name.utf8.contains(0) { return nil }
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 1 << 14)
        let code =
            if let name {
                getpwnam_r(name, &entry, &buffer, buffer.count, &found)
            } else {
                getpwuid_r(getuid(), &entry, &buffer, buffer.count, &found)
            }
        guard code == 0, found != nil, let folder = entry.pw_dir else { return nil }
        // The entry's texts are in the buffer.
        return withExtendedLifetime(buffer) { String(cString: folder) }
    }
}
