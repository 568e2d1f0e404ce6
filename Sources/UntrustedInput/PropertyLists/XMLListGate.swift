/// Which elements may stand where in a property list in XML.
struct XMLListGate {
    private static let containers = Set(["array", "dict"].map { Array($0.utf8) })
    private static let leaves = Set(
        ["key", "string", "integer", "real", "true", "false", "date", "data"].map { Array($0.utf8) })
    private static let root = Array("plist".utf8)

    /// Whether the place is in an element that holds no others.
    private var isInLeaf = false

    /// Refuses an event that has no place in a list.
    mutating func visit(_ event: XMLScanner.Event, _ scanner: XMLScanner) throws(TextRefusal) {
        switch event {
        case .documentType(let name):
            guard name.elementsEqual(Self.root) else { throw scanner.refusal("the document type is not plist") }
        case .text:
            guard isInLeaf else { throw scanner.refusal("text stands between the elements") }
        case .note:
            guard !isInLeaf else { throw scanner.refusal("a comment or instruction stands inside a value") }
        case .end:
            isInLeaf = false
        case .start(let slice, let isEmpty):
            let name = Array(slice)
            guard !isInLeaf else { throw scanner.refusal("an element stands inside a value") }
            guard (name == Self.root) == (scanner.depth == 0) else {
                throw scanner.refusal(
                    name == Self.root ? "a <plist> stands inside another" : "the outermost element is not <plist>")
            }
            let isLeaf = Self.leaves.contains(name)
            guard isLeaf || Self.containers.contains(name) || name == Self.root else {
                throw scanner.refusal("this is no element of a property list")
            }
            isInLeaf = isLeaf && !isEmpty
        }
    }
}
