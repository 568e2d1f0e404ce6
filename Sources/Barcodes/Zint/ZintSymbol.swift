import CZint

/// Generates barcodes with the library zint.
///
/// Every call uses a separate zint symbol, so calls can run on several threads.
enum ZintSymbol {
    /// The parameters for zint. The meaning of the options depends on the symbology and is described in zint's manual.
    struct Request {
        var symbology: Int32
        var option1: Int32 = -1
        var option2: Int32 = 0
        var option3: Int32 = 0
    }

    /// The reason why zint can't generate a symbol.
    enum Failure: Error {
        /// The message is too long.
        case tooLong
        /// Any other error, with zint's text.
        case refused(String)
    }

    /// The number of rows that zint's `encoded_data` has space for.
    private static let maximumRowCount = 200

    /// Returns the modules of the symbol. A one-dimensional symbol has a single row.
    ///
    /// The message's bytes are encoded unchanged.
    static func grid(message: [UInt8], _ request: Request) throws(Failure) -> ModuleGrid {
        guard message.count <= Int(ZINT_MAX_DATA_LEN) else { throw .tooLong }
        guard let symbol = ZBarcode_Create() else { throw .refused("out of memory") }
        defer { ZBarcode_Delete(symbol) }
        symbol.pointee.symbology = request.symbology
        symbol.pointee.input_mode = DATA_MODE
        symbol.pointee.option_1 = request.option1
        symbol.pointee.option_2 = request.option2
        symbol.pointee.option_3 = request.option3
        symbol.pointee.show_hrt = 0
        let status = ZBarcode_Encode(symbol, message, Int32(message.count))
        guard status < ZINT_ERROR else {
            let text = withUnsafeBytes(of: &symbol.pointee.errtxt) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            throw status == ZINT_ERROR_TOO_LONG ? .tooLong : .refused(text)
        }
        let (width, height) = (Int(symbol.pointee.width), Int(symbol.pointee.rows))
        var grid = ModuleGrid(width: width, height: height)
        withUnsafeBytes(of: &symbol.pointee.encoded_data) { bytes in
            let bytesPerRow = bytes.count / maximumRowCount
            for row in 0..<height {
                for column in 0..<width where bytes[row * bytesPerRow + column / 8] >> (column % 8) & 1 != 0 {
                    grid[column, row] = true
                }
            }
        }
        return grid
    }
}
