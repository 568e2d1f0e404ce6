/// Which elements may stand where in a property list in XML.
struct XMLListGate {
    private static let containers = Set(["array", "dict"].map { Array($0.utf8) })
    private static let leaves = Set(
        ["key", "string", "integer", "real", "true", "false", "date", "data"].map { Array($0.utf8) })
    private static let root = Array("plist".utf8)
    private static let key = Array("key".utf8)
    private static let dictionary = Array("dict".utf8)

    /// Keys of dictionaries so far.
    private(set) var keyCount = 0
    /// Whether each of the elements that the place is in, but for leaves, is a dictionary.
    private var isDictionary: [Bool] = []
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
            if !isInLeaf { _ = isDictionary.popLast() }
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
            if name == Self.key, isDictionary.last == true { keyCount += 1 }
            if !isLeaf, !isEmpty { isDictionary.append(name == Self.dictionary) }
        }
    }
}
