/// Records the positions of a list's values while ``XMLPropertyListValidator`` validates its elements.
struct PropertyListPositionReader {
    /// A container that hasn't ended yet.
    private struct Container {
        var place: PropertyListPosition
        let isDictionary: Bool
        /// The container's key in the enclosing container.
        let name: String?
        /// The last key in the container, if its value hasn't been read.
        var key: (name: String, line: Int)?
    }

    /// The outermost value, after its end.
    private(set) var root: PropertyListPosition?
    private var cursor: TextCursor
    private var open: [Container] = []
    /// The current leaf element, with the offset of its tag.
    private var leaf: (start: Int, isKey: Bool, line: Int)?

    /// Creates a reader.
    ///
    /// - Parameter bytes: The list's bytes, as in the scanner.
    init(_ bytes: [UInt8]) { cursor = TextCursor(bytes) }

    /// Processes an event that the gate has accepted.
    mutating func visit(_ event: XMLScanner.Event, _ scanner: XMLScanner) {
        switch event {
        case .start(let slice, let isEmpty): start(Array(slice), isEmpty: isEmpty, scanner)
        case .end: end(scanner)
        case .text, .commentOrInstruction, .documentType: break
        }
    }

    private mutating func start(_ name: [UInt8], isEmpty: Bool, _ scanner: XMLScanner) {
        if name == XMLPropertyListValidator.root { return }
        let line = cursor.position(of: scanner.offset).line
        let isKey = name == XMLPropertyListValidator.key && open.last?.isDictionary == true
        if XMLPropertyListValidator.leaves.contains(name) {
            if !isEmpty { leaf = (scanner.offset, isKey, line) }
            if isKey, isEmpty { note(key: "", line: line) }
            if !isKey { attach(PropertyListPosition(line: open.last?.key?.line ?? line), as: open.last?.key?.name) }
        } else {
            let key = open.last?.key
            let place = PropertyListPosition(line: key?.line ?? line)
            if isEmpty { return attach(place, as: key?.name) }
            open.append(
                Container(place: place, isDictionary: name == XMLPropertyListValidator.dictionary, name: key?.name))
        }
    }

    private mutating func end(_ scanner: XMLScanner) {
        if let (start, isKey, line) = leaf {
            if isKey { note(key: XMLCharacters.text(of: scanner.contents(ofElementAt: start)), line: line) }
            leaf = nil
        } else if let container = open.popLast() {
            attach(container.place, as: container.name)
        }
    }

    private mutating func note(key: String, line: Int) { open[open.count - 1].key = (key, line) }

    /// Adds a value to its container. If two values have the same key, the first is kept.
    private mutating func attach(_ place: PropertyListPosition, as name: String?) {
        guard let last = open.indices.last else {
            if root == nil { root = place }
            return
        }
        if open[last].isDictionary {
            if let name, open[last].place.entries[name] == nil { open[last].place.entries[name] = place }
            open[last].key = nil
        } else {
            open[last].place.elements.append(place)
        }
    }
}
