import Foundation
import NIOHTTP1

/// The files of the page, and those of the editor if it is installed.
struct PageSite: Sendable {
    /// A file.
    struct File: Sendable {
        let bytes: [UInt8]
        let type: String
    }

    private static let types = [
        "html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml",
    ]

    private let files: [String: File]

    /// Reads the files.
    init() {
        var files: [String: File] = [:]
        for (name, text) in PageFiles.text {
            let ending = name.split(separator: ".").last.map(String.init) ?? ""
            files[name] = File(bytes: Array(text.utf8), type: Self.types[ending] ?? "application/octet-stream")
        }
        for (name, file) in Self.editor() { files[name] = file }
        if files["editor/codemirror.js"] != nil, let page = files["index.html"] {
            let text = String(decoding: page.bytes, as: UTF8.self)
                .replacingOccurrences(of: #"name="editor" content="""#, with: #"name="editor" content="codemirror""#)
            files["index.html"] = File(bytes: Array(text.utf8), type: page.type)
        }
        files[""] = files["index.html"]
        self.files = files
    }

    /// The files of CodeMirror 5 if Debian's package libjs-codemirror is installed, all or none of them.
    private static func editor() -> [String: File] {
        let folder = "/usr/share/javascript/codemirror/"
        let paths = [
            "lib/codemirror.js", "lib/codemirror.css", "addon/mode/simple.js", "addon/edit/matchbrackets.js",
            "addon/hint/show-hint.js", "addon/hint/show-hint.css",
        ]
        var files: [String: File] = [:]
        for path in paths {
            guard let data = FileManager.default.contents(atPath: folder + path),
                let name = path.split(separator: "/").last, let ending = name.split(separator: ".").last
            else { return [:] }
            files["editor/" + name] = File(
                bytes: Array(data), type: types[String(ending)] ?? "application/octet-stream")
        }
        return files
    }

    /// Returns a file by its path behind the token.
    func file(_ name: String) -> File? { files[name] }

    /// The header fields of all responses. They keep browsers from loading anything from elsewhere, from showing the
    /// page in another one, and from sending its address, which has the token, to others.
    static let fields: HTTPHeaders = [
        "content-security-policy":
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
            + "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff", "referrer-policy": "no-referrer", "cache-control": "no-store",
        "cross-origin-resource-policy": "same-origin", "cross-origin-opener-policy": "same-origin",
    ]

    /// The header fields of the pages of image units. Such a page runs its own scripts in an origin of its own, loads
    /// nothing, and is shown by the workbench's page only.
    static let interfaceFields: HTTPHeaders = [
        "content-security-policy":
            "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
            + "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
        "x-content-type-options": "nosniff", "referrer-policy": "no-referrer", "cache-control": "no-store",
        "cross-origin-resource-policy": "same-origin", "x-dns-prefetch-control": "off",
    ]
}
