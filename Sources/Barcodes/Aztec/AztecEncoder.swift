import CZint

/// Makes Aztec codes of messages, through zint.
public enum AztecEncoder {
    /// Which sizes may be chosen.
    public enum Style: Sendable, Hashable {
        /// Whatever is smallest.
        case automatic
        /// Compact symbols, of up to 4 layers.
        case compact
        /// Full symbols, which have a reference grid.
        case full
    }

    /// The smallest symbol for a message that has at least the wanted share of check codewords.
    ///
    /// zint encodes the message and is asked for one size after the other, as it knows only four shares of its own.
    /// - Parameters:
    ///   - message: Bytes, encoded as they are.
    ///   - correctionPercent: Least share of check codewords in the symbol, in percent; three more are added, as the standard has it.
    ///   - layers: Exactly so many layers, or as many as it takes when nil.
    ///   - style: Which sizes may be chosen.
    public static func grid(message: [UInt8], correctionPercent: Double, layers: Int? = nil, style: Style = .automatic)
        throws(BarcodeRefusal) -> ModuleGrid
    {
        guard !message.isEmpty else { throw BarcodeRefusal(.message, "it is empty; give at least one byte") }
        let layouts = try candidates(layers: layers, style: style)
        for layout in layouts {
            let option = Int32(layout.isCompact ? layout.layerCount : layout.layerCount + 4)
            // No encoding takes less than 3 bits a byte beyond the first few, which saves trying small sizes with large messages.
            guard layout.bitCount >= 3 * message.count else { continue }
            do {
                let grid = try ZintSymbol.grid(
                    message: message, ZintSymbol.Request(symbology: BARCODE_AZTEC, option2: option))
                guard grid.width == layout.size else { continue }
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
        // A byte takes 8 bits as it is; codewords of equal bits cost a little more.
        let usable = max(Double(words) * (1 - correctionPercent / 100) - 3, 0) / Double(max(words, 1)) * Double(largest)
        let remedy =
            isChosen
            ? "; ask for more layers or a lower correction level" : "; lower the correction level or shorten it"
        return BarcodeRefusal(
            .message,
            "its \(message.count) bytes don't fit; such an Aztec code with \(Int(correctionPercent)) % of check codewords holds about "
                + "\(Int(usable / 8)) bytes" + remedy)
    }
}
