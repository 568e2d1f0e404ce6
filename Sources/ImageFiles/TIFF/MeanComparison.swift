import Pixels

/// Compares a smaller version of a picture with the means of a larger one, in samples from all over the picture.
struct MeanComparison {
    /// The sides of the smaller version.
    let width, height: Int
    /// Whether the smaller version's pixels are the means, apart from losses of its coding.
    let areMeans: Bool

    /// The number of samples along each side of the picture.
    private static let samples = 5
    /// The most pixels of the smaller version along each side of a sample.
    private static let side = 12
    /// The most that values may be brighter or darker than the means, on average.
    private static let mostBias = 0.5 / 255
    /// The most that values may differ from the means, on average.
    private static let mostDifference = 8.0 / 255
    /// The most of that, as a part of the least difference to the pixels at one place of each block. In versions of
    /// every second pixel, the latter is 0. Losses of JPEG give a half.
    private static let mostPart = 0.75
    /// Differences to the means that don't matter.
    private static let rounding = 0.5 / 255

    /// Reads the samples.
    ///
    /// - Parameters:
    ///   - ratio: How many pixels of the larger version along a side make one of the smaller one.
    ///   - format: The format of both versions' pixels.
    init(
        _ bytes: EncodedBytes, _ larger: VipsOpener, _ smaller: VipsOpener, ratio: Int, _ format: PixelFormat
    ) throws {
        let (large, small) = (
            try larger.open(bytes, sequential: false), try smaller.open(bytes, sequential: false)
        )
        guard large.pixelFormat == format, small.pixelFormat == format else {
            throw LibraryFailure(message: "its pixel format is another one")
        }
        (width, height) = (small.width, small.height)
        let (largeRegions, smallRegions) = (
            try large.decodeRegions(name: bytes.name), try small.decodeRegions(name: bytes.name)
        )
        // The last column and row may lie outside in part.
        let columns = min(width, large.width / ratio)
        let rows = min(height, large.height / ratio)
        let size = (width: min(Self.side, columns), height: min(Self.side, rows))
        guard size.width > 0, size.height > 0 else {
            throw LibraryFailure(message: "it has no whole pixels")
        }
        var (errors, differences, count) = (SIMD4<Float>.zero, SIMD4<Float>.zero, Float.zero)
        // The differences to the pixel at each place of a block.
        var single = [SIMD4<Float>](repeating: .zero, count: ratio * ratio)
        for row in 0..<Self.samples {
            for column in 0..<Self.samples {
                let left = (columns - size.width) * column / (Self.samples - 1)
                let top = (rows - size.height) * row / (Self.samples - 1)
                let block = try Self.pixels(
                    largeRegions, format, left * ratio, top * ratio, size.width * ratio, size.height * ratio)
                let values = try Self.pixels(smallRegions, format, left, top, size.width, size.height)
                for (index, value) in values.enumerated() {
                    let (y, x) = index.quotientAndRemainder(dividingBy: size.width)
                    var sum = SIMD4<Float>.zero
                    for place in single.indices {
                        let (line, step) = place.quotientAndRemainder(dividingBy: ratio)
                        let pixel = block[(y * ratio + line) * size.width * ratio + x * ratio + step]
                        sum += pixel
                        single[place] += (pixel - value).magnitudes
                    }
                    let error = value - sum / Float(ratio * ratio)
                    errors += error
                    differences += error.magnitudes
                    count += 1
                }
            }
        }
        let difference = differences.meanOfColors / count
        let least = (single.map(\.meanOfColors).min() ?? 0) / count
        areMeans =
            (errors / count).magnitudes.max() <= Float(Self.mostBias) && difference <= Float(Self.mostDifference)
            && difference <= Float(Self.mostPart) * least + Float(Self.rounding)
    }

    /// Reads a part of a picture, row by row from its top.
    private static func pixels(
        _ regions: any PictureRegions, _ format: PixelFormat, _ left: Int, _ top: Int, _ width: Int, _ height: Int
    ) throws(LibraryFailure) -> [SIMD4<Float>] {
        let stored = UnsafeMutableRawPointer.allocate(
            byteCount: width * height * format.bytesPerPixel, alignment: 16)
        defer { stored.deallocate() }
        try regions.read(left: left, top: top, width: width, height: height, into: stored)
        return [SIMD4<Float>](unsafeUninitializedCapacity: width * height) { pixels, count in
            if let start = pixels.baseAddress { format.unpack(stored, count: width * height, into: start) }
            count = width * height
        }
    }
}

extension SIMD4<Float> {
    fileprivate var magnitudes: Self { replacing(with: -self, where: self .< 0) }

    /// The mean of the first three values.
    fileprivate var meanOfColors: Float { (x + y + z) / 3 }
}
