import Foundation
import Testing

@testable import UntrustedInput

/// Compares the parts of paths with those from a second implementation, which splits at slashes.
@Suite struct PathTextTests {
    /// Every text of up to three of these characters.
    static let texts: [String] = {
        let characters = ["/", ".", "~", "a", "\0"]
        var texts = [""]
        var longest = [""]
        for _ in 0..<3 {
            longest = longest.flatMap { text in characters.map { text + $0 } }
            texts += longest
        }
        return texts
    }()

    @Test func everyShortTextHasParts() {
        #expect(Self.texts.count == 1 + 5 + 25 + 125)
        for text in Self.texts {
            let parts = text.unicodeScalars.split(separator: "/").map { String($0) }
            let path = PathText(text)
            #expect(path.lastComponent == parts.last ?? (text.isEmpty ? "" : "/"), "\(text.debugDescription)")
            let isAbsolute = text.hasPrefix("/")
            // The parent's text may hold repeated slashes, so its components are compared.
            let parent = path.parent.unicodeScalars.split(separator: "/").map { String($0) }
            #expect(parent == parts.dropLast(), "\(text.debugDescription)")
            #expect(path.parent.hasPrefix("/") == isAbsolute, "\(text.debugDescription)")
            #expect(path.parent == "/" || !path.parent.hasSuffix("/"), "\(text.debugDescription)")
        }
    }

    @Test(arguments: [
        ("a/b.png", "a", "b.png", "png"), ("/b.png", "/", "b.png", "png"), ("b.png/", "", "b.png", "png"),
        ("a/b/", "a", "b", ""), ("/", "/", "/", ""), ("//", "/", "/", ""), ("", "", "", ""), ("x", "", "x", ""),
        (".hidden", "", ".hidden", ""), ("a.", "", "a.", ""), ("a.tar.gz", "", "a.tar.gz", "gz"),
        ("../x", "..", "x", ""), ("a//b", "a", "b", ""), ("é/ü.é", "é", "ü.é", "é"),
    ])
    func parts(text: String, parent: String, last: String, ending: String) {
        let path = PathText(text)
        #expect(path.parent == parent)
        #expect(path.lastComponent == last)
        #expect(path.pathExtension == ending)
    }

    @Test func everyShortTextIsStandardized() {
        for text in Self.texts {
            // The second implementation pushes and pops components. Above the root, `..` has no effect.
            var stack: [String] = []
            for part in text.unicodeScalars.split(separator: "/").map({ String($0) }) where part != "." {
                if part != ".." || stack.last == ".." || (stack.isEmpty && !text.hasPrefix("/")) {
                    stack.append(part)
                } else {
                    _ = stack.popLast()
                }
            }
            let expected = (text.hasPrefix("/") ? "/" : "") + stack.joined(separator: "/")
            #expect(PathText(text).standardized == expected, "\(text.debugDescription)")
            let path = PathText(text)
            let ending = path.pathExtension
            #expect(path.nameWithoutExtension + (ending.isEmpty ? "" : "." + ending) == path.lastComponent)
        }
    }

    @Test func pathsAreTheSystemsOwn() {
        let folder = URL(fileURLWithPath: "/x", isDirectory: true)
        for text in ["~", "~/a.png", "~root/a", "a/../b", "../b", "./a", "a//b"] {
            #expect(PathText(text).fileURL(in: folder).path == "/x/" + text)
            #expect(PathText(text).fileURL().path == FileManager.default.currentDirectoryPath + "/" + text)
        }
        for text in ["/~", "/a/../b", "/a/./b"] { #expect(PathText(text).fileURL(in: folder).path == text) }
    }

    /// Foundation's URL functions, which the code uses for paths that are URLs already, don't trap for any text, unlike
    /// those of `NSString`.
    @Test func foundationsURLsAreDefinedForEveryShortText() {
        for text in Self.texts {
            let folder = URL(fileURLWithPath: "/x", isDirectory: true)
            for url in [
                URL(fileURLWithPath: text), URL(fileURLWithPath: text, isDirectory: true),
                URL(fileURLWithPath: text, relativeTo: folder), folder.appendingPathComponent(text),
                folder.appendingPathComponent(text, isDirectory: true), folder.appendingPathExtension(text),
            ] {
                let parts = [
                    url.path, url.lastPathComponent, url.pathExtension, url.deletingPathExtension().path,
                    url.deletingLastPathComponent().path, url.standardizedFileURL.path,
                    url.resolvingSymlinksInPath().path,
                ]
                #expect(parts.allSatisfy { !$0.utf8.contains(0) }, "\(text.debugDescription)")
            }
            // An appended text leads out of the folder only if it contains `..`.
            let added = folder.appendingPathComponent(text).standardizedFileURL.path
            #expect(added.hasPrefix("/x") || text.contains(".."), "\(text.debugDescription)")
        }
    }
}
