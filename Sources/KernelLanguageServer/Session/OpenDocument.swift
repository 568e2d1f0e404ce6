/// A document that the client has opened.
struct OpenDocument {
    private(set) var text: DocumentText
    /// The client's number of the text.
    private(set) var version: Int
    private var analysis: KernelDocument?

    init(text: String, version: Int) {
        self.text = DocumentText(text)
        self.version = version
    }

    /// The source, which is read when it is needed first.
    mutating func kernels() -> KernelDocument {
        if let analysis { return analysis }
        let read = KernelDocument(text)
        analysis = read
        return read
    }

    /// Applies changes one after the other. A range whose ends are exchanged is read in the right order.
    mutating func change(
        _ edits: [RequestParameters.Change.Edit], version: Int?, _ encoding: PositionEncoding
    ) {
        for edit in edits {
            guard let range = edit.range else {
                text = DocumentText(edit.text)
                continue
            }
            let first = text.offset(of: min(range.start, range.end), encoding)
            let last = text.offset(of: max(range.start, range.end), encoding)
            text.replace(.init(start: first, end: max(first, last)), with: edit.text)
        }
        self.version = version ?? self.version + 1
        analysis = nil
    }
}
