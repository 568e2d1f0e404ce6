import CFFmpeg

/// The roles of streams, by FFmpeg's names.
enum Dispositions {
    /// Returns the names of the bits that are set.
    static func names(of bits: Int32) -> [String] {
        (0..<31).compactMap { shift in
            let bit: Int32 = 1 << shift
            return bits & bit == 0 ? nil : av_disposition_to_string(bit).map { String(cString: $0) }
        }
    }

    /// Returns the bits of names. Unknown names are ignored, as other versions of FFmpeg have other names.
    static func bits(of names: [String]) -> Int32 {
        names.reduce(0) { bits, name in
            let bit = av_disposition_from_string(name)
            return bit > 0 ? bits | bit : bits
        }
    }
}
