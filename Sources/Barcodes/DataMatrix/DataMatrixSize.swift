/// A size of Data Matrix symbols of ECC 200, by table 7 of ISO/IEC 16022.
package struct DataMatrixSize: Sendable, Hashable {
    /// The number of rows of modules, including the borders of all regions.
    package let rows: Int
    /// The number of columns of modules, including the borders of all regions.
    package let columns: Int
    /// The number of regions from top to bottom. Each region has a border.
    package let regionRows: Int
    /// The number of regions from left to right.
    package let regionColumns: Int
    /// The number of data codewords.
    package let dataCount: Int
    /// The number of check codewords.
    package let checkCount: Int
    /// The number of blocks, each with separate check codewords.
    package let blockCount: Int

    private init(
        _ rows: Int, _ columns: Int, _ regionRows: Int, _ regionColumns: Int, _ data: Int, _ checks: Int,
        _ blocks: Int = 1
    ) {
        (self.rows, self.columns, self.regionRows, self.regionColumns) = (rows, columns, regionRows, regionColumns)
        (dataCount, checkCount, blockCount) = (data, checks, blocks)
    }

    /// The number of rows of a region without its border.
    package var regionHeight: Int { rows / regionRows - 2 }
    /// The number of columns of a region without its border.
    package var regionWidth: Int { columns / regionColumns - 2 }

    /// All sizes.
    package static let all: [DataMatrixSize] = [
        .init(10, 10, 1, 1, 3, 5), .init(12, 12, 1, 1, 5, 7), .init(14, 14, 1, 1, 8, 10), .init(16, 16, 1, 1, 12, 12),
        .init(18, 18, 1, 1, 18, 14), .init(20, 20, 1, 1, 22, 18), .init(22, 22, 1, 1, 30, 20),
        .init(24, 24, 1, 1, 36, 24),
        .init(26, 26, 1, 1, 44, 28), .init(32, 32, 2, 2, 62, 36), .init(36, 36, 2, 2, 86, 42),
        .init(40, 40, 2, 2, 114, 48),
        .init(44, 44, 2, 2, 144, 56), .init(48, 48, 2, 2, 174, 68), .init(52, 52, 2, 2, 204, 84, 2),
        .init(64, 64, 4, 4, 280, 112, 2), .init(72, 72, 4, 4, 368, 144, 4), .init(80, 80, 4, 4, 456, 192, 4),
        .init(88, 88, 4, 4, 576, 224, 4), .init(96, 96, 4, 4, 696, 272, 4), .init(104, 104, 4, 4, 816, 336, 6),
        .init(120, 120, 6, 6, 1050, 408, 6), .init(132, 132, 6, 6, 1304, 496, 8), .init(144, 144, 6, 6, 1558, 620, 10),
        .init(8, 18, 1, 1, 5, 7), .init(8, 32, 1, 2, 10, 11), .init(12, 26, 1, 1, 16, 14), .init(12, 36, 1, 2, 22, 18),
        .init(16, 36, 1, 2, 32, 24), .init(16, 48, 1, 2, 49, 28),
    ]
}
