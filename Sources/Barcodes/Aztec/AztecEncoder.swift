import CZint

/// Generates Aztec codes for messages, with zint.
package enum AztecEncoder {
    /// The allowed sizes.
    package enum Style: Sendable, Hashable {
        /// All sizes.
        case automatic
        /// Compact symbols with up to 4 layers.
        case compact
        /// Full symbols, which have a reference grid.
        case full
    }

    /// Returns the smallest symbol for a message with at least the given percentage of check codewords.
    ///
    /// zint supports only four percentages, so it is called for one size after the other until a symbol has enough
    /// check codewords.
    /// - Parameters:
    ///   - message: Bytes, which are encoded unchanged.
    ///   - correctionPercent: The minimum percentage of check codewords in the symbol. Three codewords are added to it,
    ///     as the standard requires.
    ///   - layers: The exact number of layers, or nil for any number.
    ///   - style: The allowed sizes.
    package static func grid(message: [UInt8], correctionPercent: Double, layers: Int? = nil, style: Style = .automatic)
        throws(BarcodeRefusal) -> ModuleGrid
    {
        guard !message.isEmpty else { throw BarcodeRefusal(.message, "it is empty; give at least one byte") }
        let layouts = try candidates(layers: layers, style: style)
        for layout in layouts {
            let option = Int32(layout.isCompact ? layout.layerCount : layout.layerCount + 4)
            // Skips sizes that are certainly too small, to save calls of zint. The shortest code is that of CR LF and
            // three more pairs of bytes: 5 bits, which is 2.5 bits a byte.
            guard layout.bitCount >= 5 * message.count / 2 else { continue }
            do {
                let grid = try ZintSymbol.grid(
                    message: message, ZintSymbol.Request(symbology: BARCODE_AZTEC, option2: option))
                guard grid.width == layout.size else { continue }
                // A compact symbol has room for more than the 64 data codewords that its mode message can count. zint
                // fills it all the same, and no reader can read such a symbol.
                guard AztecSymbol.hasRightChecks(grid, layout: layout) else { continue }
                let checks = layout.codewordCount - AztecSymbol.dataCount(of: grid, layout: layout)
                if Double(checks) >= Double(layout.codewordCount) * correctionPercent / 100 + 3 { return grid }
            } catch {
                switch error {
                case .tooLong: continue
                case .refused(let reason): throw BarcodeRefusal(.message, reason)
                }
            }
        }
        throw tooLong(message: message, correctionPercent: correctionPercent, layouts: layouts, isChosen: layers != nil)
    }

    private static func candidates(layers: Int?, style: Style) throws(BarcodeRefusal) -> [AztecLayout] {
        if let layers, !(1...32).contains(layers) {
            throw BarcodeRefusal(.layers, "there are no \(layers) layers; use 1 to 32, or 0 to have them chosen")
        }
        if style == .compact, let layers, layers > 4 {
            throw BarcodeRefusal(
                .layers, "compact Aztec codes have 1 to 4 layers, not \(layers); use fewer, or the full style")
        }
        let compact = style == .full ? [] : (1...4).map { AztecLayout(isCompact: true, layerCount: $0) }
        let full = style == .compact ? [] : (1...32).map { AztecLayout(isCompact: false, layerCount: $0) }
        return (compact + full).filter { layers == nil || $0.layerCount == layers }.sorted { $0.size < $1.size }
    }

    private static func tooLong(message: [UInt8], correctionPercent: Double, layouts: [AztecLayout], isChosen: Bool)
        -> BarcodeRefusal
    {
        let largest = layouts.map(\.bitCount).max() ?? 0
        let words = layouts.map(\.codewordCount).max() ?? 0
        // An estimate with 8 bits a byte. Dummy bits, which codewords of equal bits need, take slightly more.
        let usable = max(Double(words) * (1 - correctionPercent / 100) - 3, 0) / Double(max(words, 1)) * Double(largest)
        let remedy =
            isChosen
            ? "; use more layers, a lower correction level or a shorter message"
            : "; use a lower correction level or a shorter message"
        return BarcodeRefusal(
            .message,
            "its \(message.count) bytes don't fit; such an Aztec code with \(Int(correctionPercent)) % of check codewords "
                + "holds about \(Int(usable / 8)) bytes" + remedy)
    }
}
