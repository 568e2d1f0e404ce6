import Foundation

/// The kernels of the repository: files, blocks of the documentation and texts in Swift sources.
enum RepositoryKernels {
    /// The texts with the names of their files.
    static let all: [(name: String, text: String)] = {
        let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent()
            .deletingLastPathComponent()
        var found: [(name: String, text: String)] = []
        for folder in ["Sources", "Tests", "ImageUnits"] {
            let names = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
            for case let name as String in names ?? .init() {
                let file = root.appendingPathComponent(folder).appendingPathComponent(name)
                let marks = ["md": ("```kernel\n", "```"), "swift": ("\"\"\"\n", "\"\"\"")]
                guard name.hasSuffix(".cikernel") || marks[file.pathExtension] != nil,
                    let text = try? String(contentsOf: file, encoding: .utf8)
                else { continue }
                guard let (start, end) = marks[file.pathExtension] else {
                    found.append((name, text))
                    continue
                }
                var parts: [String] = []
                var rest = text[...]
                while let first = rest.range(of: start), let last = rest[first.upperBound...].range(of: end) {
                    parts.append(String(rest[first.upperBound..<last.lowerBound]))
                    rest = rest[last.upperBound...]
                }
                for part in parts where part.contains("kernel ") && !part.contains("\\(") && part.contains("{") {
                    found.append((name, part))
                }
            }
        }
        return found
    }()
}
