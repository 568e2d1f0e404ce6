/// The division of a QR code's codewords into blocks with separate Reed–Solomon codewords, by table 9 of ISO/IEC 18004.
package struct QRCodeBlocks: Sendable, Hashable {
    /// The number of blocks.
    package let count: Int
    /// The number of check codewords in each block.
    package let checkCount: Int
    /// The number of codewords in the whole symbol.
    package let codewordCount: Int

    /// Creates the blocks of a symbol.
    package init(version: Int, level: QRCodeLevel) {
        count = Self.counts[level.index][version - 1]
        checkCount = Self.checkCounts[level.index][version - 1]
        codewordCount = QRCodeLayout.dataModuleCount(version: version) / 8
    }

    /// The number of data codewords in the whole symbol.
    package var dataCount: Int { codewordCount - count * checkCount }

    /// Returns the number of data codewords in a block. If the codewords can't be divided equally, later blocks have
    /// one more.
    package func dataCount(ofBlock block: Int) -> Int {
        dataCount / count + (block >= count - dataCount % count ? 1 : 0)
    }

    /// For each codeword of the symbol, in placement order, the block to which it belongs.
    ///
    /// Data codewords come first, one from each block in turn. The check codewords follow in the same way.
    package var blockOfCodeword: [Int] {
        let longest = dataCount(ofBlock: count - 1)
        let data = (0..<longest).flatMap { row in (0..<count).filter { row < dataCount(ofBlock: $0) } }
        return data + (0..<checkCount).flatMap { _ in 0..<count }
    }

    private static let checkCounts: [[Int]] = [
        [
            7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30,
            30, 30, 30,
            30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
        [
            10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28,
            28, 28, 28,
            28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
        ],
        [
            13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28, 30,
            30, 30, 30,
            30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
        [
            17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30, 30, 30, 30, 30,
            30, 30, 30,
            30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
    ]

    private static let counts: [[Int]] = [
        [
            1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18,
            19, 19,
            20, 21, 22, 24, 25,
        ],
        [
            1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29,
            31, 33, 35,
            37, 38, 40, 43, 45, 47, 49,
        ],
        [
            1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38, 40,
            43, 45,
            48, 51, 53, 56, 59, 62, 65, 68,
        ],
        [
            1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40, 42, 45,
            48, 51, 54,
            57, 60, 63, 66, 70, 74, 77, 81,
        ],
    ]
}
