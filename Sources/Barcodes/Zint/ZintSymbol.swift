import CZint

/// A barcode that the library zint makes of a message.
///
/// Every call works on a symbol of its own, so that threads don't disturb each other.
enum ZintSymbol {
    /// What zint is asked for; the options' meanings depend on the symbology and stand in zint's manual.
    struct Request {
        var symbology: Int32
        var option1: Int32 = -1
        var option2: Int32 = 0
        var option3: Int32 = 0
    }

    /// Why zint makes no symbol.
    enum Failure: Error {
        /// The message doesn't fit.
        case tooLong
        /// Anything else, in zint's words.
        case refused(String)
    }

    /// The symbol's modules; a one-dimensional symbol is one row.
    ///
    /// The message's bytes are encoded as they are.
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
            let bytesPerRow = bytes.count / 200
            for row in 0..<height {
                for column in 0..<width where bytes[row * bytesPerRow + column / 8] >> (column % 8) & 1 != 0 {
                    grid[column, row] = true
                }
            }
        }
        return grid
    }
}
