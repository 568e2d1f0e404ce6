/// Checks that the elements of a property list in XML are in places where they are allowed.
struct XMLPropertyListValidator {
    static let containers = Set(["array", "dict"].map { Array($0.utf8) })
    static let leaves = Set(
        ["key", "string", "integer", "real", "true", "false", "date", "data"].map { Array($0.utf8) })
    static let root = Array("plist".utf8)
    static let key = Array("key".utf8)
    static let dictionary = Array("dict".utf8)
    private static let integer = Array("integer".utf8)
    private static let truths = Set(["true", "false"].map { Array($0.utf8) })

    /// A container that is open at the current position.
    private struct Container {
        let isDictionary: Bool
        /// The offset of a key whose value hasn't been read.
        var key: Int?
    }

    /// A leaf element that is open at the current position.
    private struct Leaf {
        let name: [UInt8]
        /// The offset of its tag.
        let start: Int
    }

    /// Number of dictionary keys so far.
    private(set) var keyCount = 0
    /// The open elements, except a leaf.
    private var open: [Container] = []
    /// The open leaf element, which can't contain other elements.
    private var leaf: Leaf?

    /// Throws if an event isn't allowed at this position of a list.
    mutating func visit(_ event: XMLScanner.Event, _ scanner: XMLScanner) throws(TextValidationError) {
        switch event {
        case .documentType(let name):
            guard name.elementsEqual(Self.root) else { throw scanner.refusal("the document type is not plist") }
        case .text:
            guard let leaf else { throw scanner.refusal("text stands between the elements") }
            if Self.truths.contains(leaf.name) { throw scanner.refusal("text stands in <true> or <false>") }
        case .commentOrInstruction:
            guard leaf == nil else { throw scanner.refusal("a comment or instruction stands inside a value") }
        case .end:
            try end(scanner)
        case .start(let slice, let isEmpty):
            try start(Array(slice), isEmpty: isEmpty, scanner)
        }
    }

    private mutating func start(_ name: [UInt8], isEmpty: Bool, _ scanner: XMLScanner) throws(TextValidationError) {
        guard leaf == nil else { throw scanner.refusal("an element stands inside a value") }
        guard (name == Self.root) == (scanner.depth == 0) else {
            throw scanner.refusal(
                name == Self.root ? "a <plist> stands inside another" : "the outermost element is not <plist>")
        }
        let isLeaf = Self.leaves.contains(name)
        guard isLeaf || Self.containers.contains(name) || name == Self.root else {
            throw scanner.refusal("this is no element of a property list")
        }
        if let last = open.indices.last, open[last].isDictionary {
            if name == Self.key {
                try requireValue(of: open[last], scanner)
                keyCount += 1
                open[last].key = scanner.offset
            } else {
                guard open[last].key != nil else {
                    throw scanner.refusal("a value stands here without a key before it")
                }
                open[last].key = nil
            }
        }
        if isLeaf, isEmpty, name == Self.integer { throw scanner.refusal("this is no whole number") }
        if isEmpty { return }
        if isLeaf {
            leaf = Leaf(name: name, start: scanner.offset)
        } else {
            open.append(Container(isDictionary: name == Self.dictionary))
        }
    }

    private mutating func end(_ scanner: XMLScanner) throws(TextValidationError) {
        if let leaf {
            if leaf.name == Self.integer, !Self.isInteger(scanner.contents(ofElementAt: leaf.start)) {
                throw TextValidationError("this is no whole number", at: leaf.start, of: scanner.bytes)
            }
            self.leaf = nil
        } else if let container = open.popLast() {
            try requireValue(of: container, scanner)
        }
    }

    private func requireValue(of container: Container, _ scanner: XMLScanner) throws(TextValidationError) {
        guard let key = container.key else { return }
        throw TextValidationError("this key has no value", at: key, of: scanner.bytes)
    }

    /// Whether the contents of an element consist of characters of an integer. Foundation's parser rejects integers
    /// that don't fit.
    private static func isInteger(_ contents: ArraySlice<UInt8>) -> Bool {
        let text = XMLCharacters.text(of: contents).unicodeScalars
        return text.contains {
            ("0"..."9").contains($0) || ("a"..."f").contains($0) || ("A"..."F").contains($0)
        }
            && text.allSatisfy { "0123456789abcdefABCDEFxX+- \t\r\n".unicodeScalars.contains($0) }
    }
}
