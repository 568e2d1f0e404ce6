/// The parts of a path, computed from its text only. The file system isn't accessed, and links are not followed.
///
/// Works for every text, because paths come from untrusted files. `NSString`'s path functions don't: in
/// swift-corelibs-foundation, `deletingLastPathComponent` traps for a text of one character.
package struct PathText: Hashable, Sendable {
    /// The path as given.
    package let text: String

    /// Creates a path from `text`.
    package init(_ text: String) { self.text = text }

    /// The part after the last slash that doesn't end the path: `b.png` for `a/b.png` and for `a/b.png/`. Empty for an
    /// empty path, and `/` for a path of slashes only.
    package var lastComponent: String {
        guard !text.isEmpty else { return "" }
        let component = trimmed.suffix(while: { $0 != Self.slash })
        return component.isEmpty ? "/" : String(component)
    }

    /// The folder that contains the last component: `a` for `a/b.png`, `/` for `/b.png`, and empty for a path of one
    /// component.
    package var parent: String {
        let path = trimmed
        guard let end = path.lastIndex(of: Self.slash) else { return text.hasPrefix("/") ? "/" : "" }
        let folder = Self.trimmed(path[..<end])
        return folder.isEmpty ? "/" : String(folder)
    }

    /// The part after the last dot of the last component: `png` for `a/b.png`. Empty if there is no dot, or only one at
    /// the component's start or end.
    package var pathExtension: String {
        let name = Substring(lastComponent).unicodeScalars
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return String(name[name.index(after: dot)...])
    }

    /// The last component without its extension: `b` for `a/b.png`.
    package var nameWithoutExtension: String {
        let (name, ending) = (lastComponent, pathExtension)
        return ending.isEmpty ? name : String(name.unicodeScalars.dropLast(ending.unicodeScalars.count + 1))
    }

    /// Whether the path can only be a folder's: it ends with a slash, or its last component is `.` or `..`.
    package var isFolderPath: Bool {
        text.utf8.last == UInt8(ascii: "/") || [".", ".."].contains(lastComponent)
    }

    /// The path without empty components and `.`, and with each `..` removed together with the folder name before it:
    /// `/a/c` for `/a//b/../c/`. Empty if nothing remains of a relative path.
    ///
    /// Links aren't followed, so the result may name another file if one of the folders is a link.
    package var standardized: String {
        var parts: [Substring.UnicodeScalarView] = []
        let isAbsolute = text.hasPrefix("/")
        for part in Substring(text).unicodeScalars.split(separator: Self.slash) where !part.elementsEqual([Self.dot]) {
            guard part.elementsEqual([Self.dot, Self.dot]) else {
                parts.append(part)
                continue
            }
            if let last = parts.last, !last.elementsEqual([Self.dot, Self.dot]) {
                parts.removeLast()
            } else if !isAbsolute {
                parts.append(part)
            }
        }
        return (isAbsolute ? "/" : "") + parts.map { String($0) }.joined(separator: "/")
    }

    private static let slash: Unicode.Scalar = "/"
    private static let dot: Unicode.Scalar = "."

    private var trimmed: Substring.UnicodeScalarView { Self.trimmed(Substring(text).unicodeScalars) }

    private static func trimmed(_ path: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        var path = path
        while path.last == slash { path.removeLast() }
        return path
    }
}

extension Substring.UnicodeScalarView {
    fileprivate func suffix(while matches: (Unicode.Scalar) -> Bool) -> Substring.UnicodeScalarView {
        var start = endIndex
        while start > startIndex {
            let before = index(before: start)
            guard matches(self[before]) else { break }
            start = before
        }
        return self[start...]
    }
}
