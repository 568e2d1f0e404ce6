/// Copies of rows of samples. The loops have no branches, so that the compiler uses vector instructions; overflowing
/// operators don't overflow here.
enum SampleRows {
    typealias Bytes = UnsafePointer<UInt8>
    typealias Words = UnsafePointer<UInt16>

    /// Moves the significant bits to the top.
    static func shiftUp(_ source: Words, _ count: Int, by shift: UInt16, to target: UnsafeMutablePointer<UInt16>) {
        for i in 0..<count { target[i] = source[i] &<< shift }
    }

    /// Rounds to the upper ten bits, and moves them to the bottom.
    static func shiftDown(_ source: Words, _ count: Int, to target: UnsafeMutablePointer<UInt16>) {
        for i in 0..<count { target[i] = tenBits(source[i]) }
    }

    /// Puts two rows of bytes into one, in turn.
    static func interleave(_ one: Bytes, _ other: Bytes, _ count: Int, to target: UnsafeMutablePointer<UInt8>) {
        for i in 0..<count {
            target[2 &* i] = one[i]
            target[2 &* i &+ 1] = other[i]
        }
    }

    /// Takes a row of pairs of bytes apart.
    static func separate(
        _ source: Bytes, _ count: Int, to one: UnsafeMutablePointer<UInt8>, _ other: UnsafeMutablePointer<UInt8>
    ) {
        for i in 0..<count {
            one[i] = source[2 &* i]
            other[i] = source[2 &* i &+ 1]
        }
    }

    /// Puts two rows into one, in turn, with the significant bits moved to the top.
    static func interleave(
        _ one: Words, _ other: Words, _ count: Int, by shift: UInt16, to target: UnsafeMutablePointer<UInt16>
    ) {
        for i in 0..<count {
            target[2 &* i] = one[i] &<< shift
            target[2 &* i &+ 1] = other[i] &<< shift
        }
    }

    /// Takes a row of pairs apart, rounded to the upper ten bits, which are moved to the bottom.
    static func separateTenBits(
        _ source: Words, _ count: Int, to one: UnsafeMutablePointer<UInt16>, _ other: UnsafeMutablePointer<UInt16>
    ) {
        for i in 0..<count {
            one[i] = tenBits(source[2 &* i])
            other[i] = tenBits(source[2 &* i &+ 1])
        }
    }

    /// Scales 12 bits of full range so that white, 4095, becomes the white of ten bits in the upper bits, 1023 · 64.
    /// Every `stride`-th sample of the target is written.
    static func scaleTwelveBits(
        _ source: Words, _ count: Int, isChroma: Bool, stride: Int, to target: UnsafeMutablePointer<UInt16>
    ) {
        // Chroma is scaled about its neutral code: 2048, which becomes 512 · 64.
        let (zero, scaledZero) = isChroma ? (Float(2048), Float(32_768)) : (0, 0)
        for i in 0..<count {
            let scaled = scaledZero + (Float(source[i] & 4095) - zero) * (65_472.0 / 4095)
            target[stride &* i] = UInt16(max(0, min(65_535, scaled)).rounded())
        }
    }

    /// Scales samples to 16 bits. Every `stride`-th sample of the target is written.
    static func expand(
        _ source: Words, _ count: Int, maximum: UInt32, stride: Int, to target: UnsafeMutablePointer<UInt16>
    ) {
        // A constant divisor becomes a multiplication.
        switch maximum {
        case 1023:
            for i in 0..<count {
                target[stride &* i] = UInt16(truncatingIfNeeded: (UInt32(min(source[i], 1023)) &* 65_535 &+ 511) / 1023)
            }
        case 4095:
            for i in 0..<count {
                target[stride &* i] =
                    UInt16(truncatingIfNeeded: (UInt32(min(source[i], 4095)) &* 65_535 &+ 2047) / 4095)
            }
        default:
            for i in 0..<count { target[stride &* i] = source[i] }
        }
    }

    /// Scales samples of 16 bits to fewer. Every `stride`-th sample of the source is read.
    static func reduce(
        _ source: Words, _ count: Int, maximum: UInt32, stride: Int, to target: UnsafeMutablePointer<UInt16>
    ) {
        for i in 0..<count {
            target[i] = UInt16(truncatingIfNeeded: (UInt32(source[stride &* i]) &* maximum &+ 32_767) / 65_535)
        }
    }

    /// Sets every `stride`-th sample.
    static func fill<Sample: FixedWidthInteger>(
        _ target: UnsafeMutablePointer<Sample>, _ count: Int, stride: Int, with value: Sample
    ) {
        for i in 0..<count { target[stride &* i] = value }
    }

    private static func tenBits(_ value: UInt16) -> UInt16 { min((value &>> 6) &+ ((value &>> 5) & 1), 1023) }
}
