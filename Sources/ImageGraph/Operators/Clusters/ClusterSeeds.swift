import Foundation
import Pixels

/// Initial colours for k-means, one per pixel from the origin to the right, with alpha 1.
///
/// The first are the given colours. Each further one is the sample that, as an additional seed, minimises the sum over
/// all samples of alpha · squared distance to the nearest seed. Of equally good samples the first is taken, row by row
/// from the lower left. Samples are ignored if their alpha isn't above 0 or a component isn't finite. If none is left,
/// seeds are black. Colours of samples are not premultiplied.
struct ClusterSeeds: NativeOperator {
    private let samples: ImageNode
    private let given: ImageNode
    private let places: GivenPlaces
    private let count: Int

    /// The positions of given colours, in reading order from the top of a rectangle.
    struct GivenPlaces: Hashable {
        let bounds: PixelRect
        let count: Int

        /// The first `count` pixels of an image, or all if there are fewer.
        init(in image: PixelRect, count: Int) {
            self.count = min(image.area, count)
            let width = min(image.width, self.count)
            let rows = width == 0 ? 0 : (self.count + image.width - 1) / image.width
            bounds = PixelRect(x: image.x, y: image.maxY - rows, width: width, height: rows)
        }

        func place(_ index: Int) -> (x: Int, y: Int) {
            (bounds.x + index % bounds.width, bounds.maxY - 1 - index / bounds.width)
        }
    }

    init(count: Int, from samples: ClusterSamples, given: ImageNode) {
        let places = GivenPlaces(in: PixelRect(enclosing: given.extent), count: count)
        self.init(count, .native(samples, extent: samples.bounds.cgRect), given, places)
    }

    private init(_ count: Int, _ samples: ImageNode, _ given: ImageNode, _ places: GivenPlaces) {
        (self.count, self.samples, self.given, self.places) = (count, samples, given, places)
    }

    let name = "seeds"
    var inputs: [ImageNode] { [samples, given] }
    var identity: AnyHashable? { Identity(places: places, count: count) }
    private struct Identity: Hashable {
        let places: GivenPlaces
        let count: Int
    }
    var needsFullPrecision: Bool { true }
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        ClusterSeeds(count, images[0], images[1], places)
    }

    /// The image of seeds.
    var node: ImageNode { .native(self, extent: CGRect(x: 0, y: 0, width: count, height: 1)) }

    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        let part = index == 0 ? PixelRect(enclosing: samples.extent) : places.bounds
        return output.isNull || part.isEmpty ? .null : part.cgRect
    }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let seeds = try seeds(inputs)
        for y in region.y..<region.maxY {
            for x in region.x..<region.maxX { output[x, y] = SIMD4(SIMD3<Float>(seeds[x]), 1) }
        }
    }

    private func seeds(_ inputs: [Raster]) throws -> [SIMD3<Double>] {
        let meter = WorkMeter.current
        var seeds = (0..<places.count).map { index in
            let (x, y) = places.place(index)
            return SIMD4<Double>(inputs[1][x, y]).color
        }
        if seeds.count == count { return seeds }
        var colors: [SIMD3<Double>] = []
        var weights: [Double] = []
        let bounds = inputs[0].bounds
        for y in bounds.y..<bounds.maxY {
            for x in bounds.x..<bounds.maxX where inputs[0][x, y].countsInClusters {
                let pixel = SIMD4<Double>(inputs[0][x, y])
                colors.append(pixel.color / pixel.w)
                weights.append(pixel.w)
            }
        }
        var distances = colors.map { color in seeds.map { ($0 - color).squaredLength }.min() ?? .infinity }
        while seeds.count < count {
            var (best, least) = (SIMD3<Double>.zero, Double.infinity)
            for color in colors {
                try meter?.check()
                var sum = 0.0
                for index in colors.indices {
                    sum += weights[index] * min(distances[index], (colors[index] - color).squaredLength)
                }
                if sum < least { (best, least) = (color, sum) }
            }
            seeds.append(best)
            for index in colors.indices {
                distances[index] = min(distances[index], (colors[index] - best).squaredLength)
            }
        }
        return seeds
    }
}

extension SIMD3<Double> {
    fileprivate var squaredLength: Double { x * x + y * y + z * z }
}

extension SIMD4<Double> {
    fileprivate var color: SIMD3<Double> { SIMD3(x, y, z) }
}

extension SIMD4<Float> {
    /// Whether a pixel is used by k-means: its alpha is above 0, and all its components are finite.
    @inline(__always)
    var countsInClusters: Bool { w > 0 && w < .infinity && abs(x) + abs(y) + abs(z) < .infinity }
}
