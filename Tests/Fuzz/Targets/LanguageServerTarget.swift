import Foundation
import KernelLanguageServer

extension FuzzTarget {
    /// The messages of an editor, in two parts. Whatever is sent back has a header and is JSON.
    static let languageServer = FuzzTarget(name: "language-server", longestInput: 4096, changesPerSeed: 200) { bytes in
        var connection = LanguageServerConnection(version: "1")
        let cut = Int(bytes.first ?? 0) * bytes.count / 256
        let sent = connection.take(bytes[..<cut]) + connection.take(bytes[cut...])
        var rest = sent[...]
        while !rest.isEmpty {
            let header = rest.prefix { $0 != UInt8(ascii: "{") }
            let digits = String(decoding: header, as: UTF8.self).filter(\.isNumber)
            guard let length = Int(digits), rest.count >= header.count + length else {
                throw FuzzFinding("an answer has a header of \(header.count) bytes, and \(rest.count) bytes are left")
            }
            let body = Data(rest.dropFirst(header.count).prefix(length))
            try FuzzFinding.expect(
                (try? JSONSerialization.jsonObject(with: body)) != nil, "an answer of \(length) bytes isn't JSON")
            rest = rest.dropFirst(header.count + length)
        }
    }
}
