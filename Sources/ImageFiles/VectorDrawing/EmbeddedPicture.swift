import Foundation

/// A picture embedded in a drawing as a data URL.
enum EmbeddedPicture {
    /// Returns the number of pixels of the picture. Returns `Int.max` for formats other than PNG and JPEG, which are
    /// decoded without limits, and if the data is too small for the pixels that it claims.
    static func pixelCount(_ url: String) -> Int {
        let parts = url.split(separator: ",", maxSplits: 1)
        guard parts.count == 2 else { return 0 }
        let isBase64 = parts[0].lowercased().hasSuffix("base64")
        let data =
            isBase64
            ? Data(base64Encoded: String(parts[1]), options: .ignoreUnknownCharacters)
            : parts[1].removingPercentEncoding.map { Data($0.utf8) }
        guard let data else { return .max }
        if let header = PNGHeader(data), header.minimumByteCount <= data.count { return header.width * header.height }
        if let frame = JPEGFrame(data), frame.minimumByteCount <= data.count { return frame.width * frame.height }
        return .max
    }
}
