/// The weights with which red, green and blue make up the luma of a YCbCr encoding.
///
/// Source: ITU-T H.273, table 4, `MatrixCoefficients`.
package enum YCbCrMatrix: String, Sendable, Hashable, CaseIterable {
    /// ITU-R BT.601, also SMPTE 170M: standard definition.
    case bt601
    /// ITU-R BT.709: high definition.
    case bt709
    /// ITU-R BT.2020 with non-constant luminance: ultra high definition.
    case bt2020
    /// SMPTE 240M: early high definition.
    case smpte240

    /// The weight of red in luma.
    package var red: Double {
        switch self {
        case .bt601: 0.299
        case .bt709: 0.2126
        case .bt2020: 0.2627
        case .smpte240: 0.212
        }
    }

    /// The weight of blue in luma.
    package var blue: Double {
        switch self {
        case .bt601: 0.114
        case .bt709: 0.0722
        case .bt2020: 0.0593
        case .smpte240: 0.087
        }
    }

    /// The weight of green in luma.
    package var green: Double { 1 - red - blue }
}
