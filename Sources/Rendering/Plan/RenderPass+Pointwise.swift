import Pixels

extension RenderPass {
    /// Number of pixels of an image that stays in the cache, so that it may be read anywhere.
    private static let maximumTablePixels = 1 << 13

    /// Whether computing a pixel reads only the pixel at its place of each image, apart from small tables.
    func isPointwise(_ steps: [RenderStep]) -> Bool {
        members.allSatisfy { $0.isCopy || isPointwise(steps[$0.step], steps) }
    }

    /// Whether operators compute all of its pixels, without kernels.
    func isNative(_ steps: [RenderStep]) -> Bool {
        members.allSatisfy { member in
            guard !member.isCopy, case .native = steps[member.step].operation else { return false }
            return true
        }
    }

    /// The bytes of a pixel in the largest of the formats in which pixels are computed.
    var largestPixelStride: Int { members.reduce(format.pixelStride) { max($0, $1.format.pixelStride) } }

    private func isPointwise(_ step: RenderStep, _ steps: [RenderStep]) -> Bool {
        switch step.operation {
        case .kernel(let kernel):
            let isAtPlace = zip(kernel.readers, kernel.samplers).map { reader, sampler in
                reader.isAtPixelCenters && sampler.transform.wholePixelTranslation != nil
            }
            return kernel.warped == nil && (isAtPlace.isEmpty || isAtPlace.contains(true))
                && zip(isAtPlace, step.inputs).allSatisfy { $0 || Self.isTable(steps[$1].bounds) }
        case .bitmap, .texture, .streamed, .convertedSource, .constant, .view, .intermediate, .premultiply,
            .unpremultiply, .convert, .convertForIntegers:
            return true
        case .source, .rawSource, .clamp, .affine, .native: return false
        }
    }

    private static func isTable(_ bounds: PixelRect) -> Bool {
        max(bounds.width, bounds.height) <= maximumTablePixels && bounds.area <= maximumTablePixels
    }
}
