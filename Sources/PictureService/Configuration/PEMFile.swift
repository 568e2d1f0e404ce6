import Foundation
import UntrustedInput

/// A file with certificates or a private key as text, by RFC 7468.
enum PEMFile {
    /// What a file should hold.
    enum Content {
        case certificate
        case privateKey

        /// What to do about a file that holds something else.
        var remedy: String {
            switch self {
            case .certificate: "Name a PEM file, with the server's own certificate first if there are several."
            case .privateKey: "Name a PEM file with the key, without a passphrase."
            }
        }

        fileprivate func matches(label: Substring) -> Bool {
            switch self {
            case .certificate: label == "CERTIFICATE"
            case .privateKey: label.hasSuffix("PRIVATE KEY") && label != "ENCRYPTED PRIVATE KEY"
            }
        }

        fileprivate var name: String {
            switch self {
            case .certificate: "certificate"
            case .privateKey: "private key"
            }
        }
    }

    /// Returns the reason why a file can't be used, or nil. Whether a key belongs to a certificate isn't checked.
    static func problem(of path: String, holding content: Content) -> String? {
        let text: String
        do throws(FileReader.Failure) {
            text = String(decoding: try FileReader.bytes(at: path, limit: 16 << 20), as: UTF8.self)
        } catch {
            return printable("\(error)", limit: 1000)
        }
        let blocks = blocks(of: text)
        if let block = blocks.first(where: { content.matches(label: $0.label) }) {
            return block.isWhole ? nil : "\(printable(path)) has a \(content.name) that is cut off or damaged"
        }
        if content == .privateKey, blocks.contains(where: { $0.label == "ENCRYPTED PRIVATE KEY" }) {
            return "\(printable(path)) has a private key with a passphrase"
        }
        return "\(printable(path)) has no \(content.name)"
    }

    /// Returns the labels of the blocks of a file, and whether each has an end and is base64 between, after headers.
    private static func blocks(of text: String) -> [(label: Substring, isWhole: Bool)] {
        var (blocks, body): ([(label: Substring, isWhole: Bool)], String) = ([], "")
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmingPrefix(while: \.isWhitespace)
            if line.hasPrefix("-----BEGIN "), let end = line.dropFirst(11).range(of: "-----") {
                blocks.append((line.dropFirst(11)[..<end.lowerBound], false))
                body = ""
            } else if line.hasPrefix("-----END "), let last = blocks.indices.last {
                blocks[last].isWhole = Data(base64Encoded: body).map { !$0.isEmpty } ?? false
            } else if !line.contains(":") {
                body += line.filter { !$0.isWhitespace }
            }
        }
        return blocks
    }
}
