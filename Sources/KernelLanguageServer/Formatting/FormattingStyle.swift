/// How lines are indented.
package struct FormattingStyle: Sendable, Hashable {
    /// The columns of a level, 1…16.
    package let tabSize: Int
    /// Whether lines are indented with spaces, not with tabs.
    package let insertsSpaces: Bool

    /// Creates a style. Sizes outside of 1…16 become the nearest one inside.
    package init(tabSize: Int = 4, insertsSpaces: Bool = true) {
        self.tabSize = min(max(tabSize, 1), 16)
        self.insertsSpaces = insertsSpaces
    }

    /// The levels that are indented at most, so that hostile text doesn't grow without bound.
    private static let levelLimit = 40

    func indentation(_ level: Int) -> String {
        let level = min(max(level, 0), Self.levelLimit)
        return insertsSpaces ? String(repeating: " ", count: level * tabSize) : String(repeating: "\t", count: level)
    }

    func width(_ level: Int) -> Int { min(max(level, 0), Self.levelLimit) * tabSize }
}
