import ImageFiles

/// The value of `--depth`: the bits of a colour component.
package enum PictureDepth: String, CaseIterable, Sendable {
    case eight = "8"
    case sixteen = "16"
    case float

    /// The size of a component.
    var component: ImageEncodingOptions.Depth {
        switch self {
        case .eight: .bits8
        case .sixteen: .bits16
        case .float: .float
        }
    }

    /// Returns the reason why files of a format can't have this depth, or nil if they can. A format with larger
    /// components only is accepted.
    func refusal(in format: ImageFileFormat) -> String? {
        guard !isHeld(by: format) else { return nil }
        let endings = ImageFileFormat.writable.filter(isHeld).map { "." + $0.extensions[0] }
        return "depth \(rawValue): \(format.displayName) can't hold that; write \(endings.joined(separator: ", ")), "
            + "or leave the depth out"
    }

    private func isHeld(by format: ImageFileFormat) -> Bool {
        switch self {
        case .eight: true
        case .sixteen: format.depths.contains { $0 != .bits8 }
        case .float: format.depths.contains(.float)
        }
    }
}
