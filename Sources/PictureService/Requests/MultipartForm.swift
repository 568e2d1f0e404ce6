import Foundation

/// The parts of a body of the type `multipart/form-data`, by RFC 7578.
package struct MultipartForm: Sendable {
    /// A body that doesn't follow the grammar.
    package struct Malformed: Error, Hashable, Sendable {
        /// What is wrong.
        package let problem: String
    }

    private static let mostParts = 16
    private static let longestHeader = 4096

    /// The contents of the parts, by name.
    package private(set) var parts: [String: Data] = [:]

    /// Reads a body.
    ///
    /// - Throws: `Malformed`.
    package init(_ body: Data, boundary: String) throws(Malformed) {
        let limits = 1...70
        guard limits.contains(boundary.utf8.count) else {
            throw Malformed(problem: "The boundary is too long, or empty.")
        }
        let delimiter = Data("\r\n--\(boundary)".utf8)
        // The first delimiter may stand at the beginning, without a line break.
        let first = delimiter.dropFirst(2)
        let start = body.starts(with: first) ? body.startIndex + first.count : body.range(of: delimiter)?.upperBound
        guard var place = start else { throw Malformed(problem: "The boundary isn't in the body.") }
        while true {
            let rest = body[place...]
            if rest.starts(with: Data("--".utf8)) { return }
            // Blanks may follow a delimiter.
            let line = rest.drop { $0 == 0x20 || $0 == 0x09 }
            guard line.starts(with: Data("\r\n".utf8)),
                let end = body.range(of: delimiter, in: line.startIndex..<body.endIndex)
            else { throw Malformed(problem: "The body ends within a part.") }
            try add(body[line.startIndex..<end.lowerBound])
            place = end.upperBound
        }
    }

    /// Adds a part: a line break, its header, an empty line and its content.
    private mutating func add(_ part: Data) throws(Malformed) {
        let blank = Data("\r\n\r\n".utf8)
        guard let separator = part.range(of: blank), separator.lowerBound - part.startIndex <= Self.longestHeader else {
            throw Malformed(problem: "A part has no header, or a long one.")
        }
        let header = String(decoding: part[..<separator.lowerBound], as: UTF8.self)
        let disposition = header.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-disposition:") }
        guard let disposition, let name = HeaderParameters(disposition)["name"], !name.isEmpty else {
            throw Malformed(problem: "A part has no name.")
        }
        guard parts[name] == nil else { throw Malformed(problem: "Two parts have the same name.") }
        guard parts.count < Self.mostParts else { throw Malformed(problem: "There are too many parts.") }
        parts[name] = part[separator.upperBound...]
    }
}
