/// The parts of a path, found in its text alone: nothing on the disk is looked at, and links are not followed.
///
/// Defined for every text, as paths come from other people's files. `NSString`'s functions for paths are not: in swift-corelibs-foundation
/// `deletingLastPathComponent` traps for a text of one character.
public struct PathText: Hashable, Sendable {
    /// The path as it was written.
    public let text: String

    /// The parts of `text`.
    public init(_ text: String) { self.text = text }

    /// What follows the last slash that doesn't end the path: `b.png` of `a/b.png` and of `a/b.png/`. Empty for an empty path, and `/`
    /// for one of slashes only.
    public var lastComponent: String {
        guard !text.isEmpty else { return "" }
        let component = trimmed.suffix(while: { $0 != Self.slash })
        return component.isEmpty ? "/" : String(component)
    }

    /// The folder that holds the last component: `a` of `a/b.png`, `/` of `/b.png`, and empty for a path of one component.
    public var parent: String {
        let path = trimmed
        guard let end = path.lastIndex(of: Self.slash) else { return text.hasPrefix("/") ? "/" : "" }
        let folder = Self.trimmed(path[..<end])
        return folder.isEmpty ? "/" : String(folder)
    }

    /// What follows the last dot of the last component: `png` of `a/b.png`. Empty where there is no dot, or only at the component's ends.
    public var pathExtension: String {
        let name = Substring(lastComponent).unicodeScalars
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return String(name[name.index(after: dot)...])
    }

    /// The last component without its extension: `b` of `a/b.png`.
    public var nameWithoutExtension: String {
        let (name, ending) = (lastComponent, pathExtension)
        return ending.isEmpty ? name : String(name.unicodeScalars.dropLast(ending.unicodeScalars.count + 1))
    }

    /// Whether the path can only be that of a folder: it ends in a slash, or its last component is `.` or `..`.
    public var isFolderPath: Bool {
        text.utf8.last == UInt8(ascii: "/") || [".", ".."].contains(lastComponent)
    }

    /// The path without empty components, `.`, and `..` behind a folder's name, which it takes away: `/a/c` of `/a//b/../c/`. Empty where
    /// nothing is left of a relative path. Links aren't followed, so that it may name another file where a folder is one.
    public var standardized: String {
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
