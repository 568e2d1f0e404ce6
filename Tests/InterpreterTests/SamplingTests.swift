import Foundation
import ImageGraph
import Interpreter
import KernelLanguage
import Pixels
import Testing

/// Tests of sampling: interpolation, wrap modes, transforms, and coordinates that are invalid or outside the image.
@Suite struct SamplingTests {
    /// 3 × 2 pixels with the lower left corner at (−1, 4); every pixel has a colour of its own.
    static let bounds = PixelRect(x: -1, y: 4, width: 3, height: 2)

    static func color(_ x: Int, _ y: Int) -> SIMD4<Float> { SIMD4(Float(x), Float(y), Float(x * y), 1) }

    static func image() -> Raster {
        let raster = Raster(bounds: bounds)
        for y in bounds.y..<bounds.maxY {
            for x in bounds.x..<bounds.maxX { raster[x, y] = color(x, y) }
        }
        return raster
    }

    static func binding(
        transform: CGAffineTransform = .identity, interpolation: Interpolation = .linear, wrap: WrapMode = .transparent
    ) -> SamplerBinding {
        SamplerBinding(
            raster: image(), extent: bounds.cgRect, transform: transform, interpolation: interpolation, wrap: wrap)
    }

    /// The expected colour at a pixel, inside or outside the image.
    static func wrapped(_ x: Int, _ y: Int, _ wrap: WrapMode) -> SIMD4<Float> {
        if wrap == .clamp { return color(min(max(x, -1), 1), min(max(y, 4), 5)) }
        return (-1...1).contains(x) && (4...5).contains(y) ? color(x, y) : .zero
    }

    /// Samples at a uniform and at a varying point with the same coordinates. Both results must agree.
    private func sample(_ x: Float, _ y: Float, _ binding: SamplerBinding) throws -> SIMD4<Float> {
        var b = ProgramBuilder()
        let p = b.parameter(.vector(2))
        _ = b.parameter(.sampler)
        let point = [b.argument(p, 0), b.argument(p, 1)]
        let uniform = b.sample(.sample(image: 0), point)
        let output = try render(
            b.program(uniform), [[x, y], []], images: [binding], region: PixelRect(x: 0, y: 0, width: 3, height: 1))
        var c = ProgramBuilder()
        let q = c.parameter(.vector(2))
        _ = c.parameter(.sampler)
        let one = c.value(
            .select, [c.value(.lessFloat, [c.destination().x, c.float(0)], .bool), c.float(2), c.float(1)])
        let moved = [
            c.value(.multiplyFloat, [c.argument(q, 0), one]), c.value(.multiplyFloat, [c.argument(q, 1), one]),
        ]
        let varying = try render(
            c.program(c.sample(.sample(image: 0), moved)), [[x, y], []], images: [binding],
            region: PixelRect(x: 0, y: 0, width: 3, height: 1))
        #expect(bits(output) == bits(varying))
        return output[1, 0]
    }

    private func close(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Bool {
        (0..<4).allSatisfy { Swift.abs(a[$0] - b[$0]) <= 1e-5 * (1 + Swift.abs(b[$0])) }
    }

    @Test(arguments: [WrapMode.transparent, .clamp]) func atDestination(wrap: WrapMode) throws {
        var b = ProgramBuilder()
        _ = b.parameter(.sample)
        let program = b.program(b.sample(.sampleAtDestination(image: 0)))
        let region = PixelRect(x: -20, y: 1, width: 45, height: 8)
        let output = try render(program, [[]], images: [Self.binding(wrap: wrap)], region: region)
        for y in region.y..<region.maxY {
            for x in region.x..<region.maxX { #expect(output[x, y] == Self.wrapped(x, y, wrap), "(\(x), \(y))") }
        }
    }

    /// Bilinear weights written out, on a grid of points around and inside the image.
    @Test(arguments: [WrapMode.transparent, .clamp]) func linear(wrap: WrapMode) throws {
        for column in stride(from: -2.75, through: 3.0, by: 0.25) {
            for row in stride(from: 2.75, through: 7.0, by: 0.25) {
                let point = (x: Float((column + 1) / 3), y: Float((row - 4) / 2))
                let (u, v) = (column - 0.5, row - 0.5)
                let (i, j) = (Int(Foundation.floor(u)), Int(Foundation.floor(v)))
                let (s, t) = (Float(u - Foundation.floor(u)), Float(v - Foundation.floor(v)))
                let low = Self.wrapped(i, j, wrap) * (1 - s) + Self.wrapped(i + 1, j, wrap) * s
                let high = Self.wrapped(i, j + 1, wrap) * (1 - s) + Self.wrapped(i + 1, j + 1, wrap) * s
                let result = try sample(point.x, point.y, Self.binding(wrap: wrap))
                #expect(close(result, low * (1 - t) + high * t), "(\(column), \(row)): \(result)")
            }
        }
    }

    @Test(arguments: [WrapMode.transparent, .clamp]) func nearest(wrap: WrapMode) throws {
        for column in stride(from: -2.75, through: 3.0, by: 0.5) {
            for row in stride(from: 2.75, through: 7.0, by: 0.5) {
                let result = try sample(
                    Float((column + 1) / 3), Float((row - 4) / 2), Self.binding(interpolation: .nearest, wrap: wrap))
                #expect(result == Self.wrapped(Int(Foundation.floor(column)), Int(Foundation.floor(row)), wrap))
            }
        }
    }

    /// Within 1/1024 pixel of a centre, the sample is the pixel itself, even if its neighbours are infinite or NaN.
    @Test func snapsToCentres() throws {
        let raster = Raster(bounds: PixelRect(x: 0, y: 0, width: 4, height: 1))
        raster[0, 0] = SIMD4(repeating: .infinity)
        raster[1, 0] = SIMD4(repeating: 7)
        raster[2, 0] = SIMD4(repeating: .nan)
        let binding = SamplerBinding(raster: raster, extent: raster.bounds.cgRect)
        for offset: Float in [0, 0.000_9, -0.000_9] {
            #expect(try sample((1.5 + offset) / 4, 0.5, binding) == SIMD4(repeating: 7), "\(offset)")
        }
        #expect(try sample((1.5 - 0.01) / 4, 0.5, binding).x == .infinity)
        #expect(try sample((1.5 + 0.01) / 4, 0.5, binding).x.isNaN)
    }

    @Test(arguments: [WrapMode.transparent, .clamp], [Interpolation.linear, .nearest])
    func coordinatesFromNowhere(wrap: WrapMode, interpolation: Interpolation) throws {
        let binding = Self.binding(interpolation: interpolation, wrap: wrap)
        for odd: Float in [.nan, .infinity, -.infinity] {
            #expect(try sample(odd, 0.5, binding) == .zero)
            #expect(try sample(0.5, odd, binding) == .zero)
        }
        for (far, x) in [(Float.greatestFiniteMagnitude, 1), (-.greatestFiniteMagnitude, -1), (1e20, 1), (-1e15, -1)] {
            let expected = wrap == .clamp ? Self.color(x, 4) : .zero
            #expect(try sample(far, 0.25, binding) == expected, "\(far)")
        }
    }

    /// With a sampler transform, the kernel reads the pixel at the transformed destination coordinate.
    @Test func transformAtDestination() throws {
        var b = ProgramBuilder()
        _ = b.parameter(.sampler)
        let program = b.program(b.sample(.sampleAtDestination(image: 0)))
        let region = PixelRect(x: 0, y: 0, width: 12, height: 12)
        let shifted = Self.binding(transform: CGAffineTransform(translationX: -3, y: 1))
        let output = try render(program, [[]], images: [shifted], region: region)
        let halved = Self.binding(transform: CGAffineTransform(scaleX: 0.5, y: 0.5), interpolation: .nearest)
        let enlarged = try render(program, [[]], images: [halved], region: region)
        for y in 0..<12 {
            for x in 0..<12 {
                #expect(output[x, y] == Self.wrapped(x - 3, y + 1, .transparent), "(\(x), \(y))")
                #expect(enlarged[x, y] == Self.wrapped(x / 2, y / 2, .transparent), "(\(x), \(y))")
            }
        }
    }

    /// `sample` at the point that the sampler's attributes map `destCoord` to equals `sampleAtDestination`.
    @Test func attributesLeadToTheDestination() throws {
        var b = ProgramBuilder()
        _ = b.parameter(.sampler)
        let (x, y) = b.destination()
        func attribute(_ attribute: SamplerAttribute) -> Register { b.value(.samplerAttribute(image: 0, attribute)) }
        func line(_ p: SamplerAttribute, _ q: SamplerAttribute, _ r: SamplerAttribute) -> Register {
            let sum = b.value(
                .addFloat, [b.value(.multiplyFloat, [attribute(p), x]), b.value(.multiplyFloat, [attribute(q), y])])
            return b.value(.addFloat, [sum, attribute(r)])
        }
        let point = [line(.a, .c, .tx), line(.b, .d, .ty)]
        let there = b.sample(.sample(image: 0), point)
        let here = b.sample(.sampleAtDestination(image: 0))
        let difference = (0..<4).map { b.value(.subtractFloat, [there[$0], here[$0]]) }
        let program = b.program(difference)
        let region = PixelRect(x: -6, y: 0, width: 16, height: 10)
        for transform in [
            CGAffineTransform.identity, CGAffineTransform(translationX: 2, y: 3),
            CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 6, ty: 5),
        ] {
            let output = try render(program, [[]], images: [Self.binding(transform: transform)], region: region)
            #expect(values(output).allSatisfy { $0 == .zero }, "\(transform)")
        }
    }

    private func attributes(_ binding: SamplerBinding) throws -> [SamplerAttribute: Float] {
        var found: [SamplerAttribute: Float] = [:]
        for attribute in SamplerAttribute.allCases {
            var b = ProgramBuilder()
            _ = b.parameter(.sampler)
            let value = b.value(.samplerAttribute(image: 0, attribute))
            let output = try render(
                b.program([value, value, value, value]), [[]], images: [binding],
                region: PixelRect(x: 0, y: 0, width: 1, height: 1))
            found[attribute] = output[0, 0].x
        }
        return found
    }

    @Test func attributeValues() throws {
        let plain = try attributes(Self.binding())
        #expect(plain[.originX] == -1 && plain[.originY] == 4 && plain[.width] == 3 && plain[.height] == 2)
        #expect(plain[.a] == 1 / 3 && plain[.d] == 0.5 && plain[.b] == 0 && plain[.c] == 0)
        #expect(plain[.tx] == 1 / 3 && plain[.ty] == -2)
        // The transform shows the image twice as large, so its extent in working space doubles, and a working-space
        // pixel covers half as much of it.
        let large = try attributes(Self.binding(transform: CGAffineTransform(scaleX: 0.5, y: 0.5)))
        #expect(large[.originX] == -2 && large[.originY] == 8 && large[.width] == 6 && large[.height] == 4)
        #expect(large[.a] == Float(0.5 / 3) && large[.d] == 0.25 && large[.tx] == 1 / 3 && large[.ty] == -2)
        var infinite = Self.binding()
        infinite.extent = .infinite
        let endless = try attributes(infinite)
        #expect(endless[.originX] == -.infinity && endless[.originY] == -.infinity)
        #expect(endless[.width] == .infinity && endless[.height] == .infinity)
        #expect(endless[.a] == 1 && endless[.d] == 1 && endless[.tx] == 0 && endless[.ty] == 0)
    }

    /// Over an infinite extent sampler space is working space.
    @Test func infiniteExtent() throws {
        var binding = Self.binding()
        binding.extent = .infinite
        #expect(try sample(-0.5, 4.5, binding) == Self.color(-1, 4))
        #expect(try sample(1.5, 5.5, binding) == Self.color(1, 5))
        #expect(try sample(7.5, 5.5, binding) == .zero)
    }

    /// Empty and null images are transparent, however they are sampled.
    @Test(arguments: [CGRect.null, .zero, CGRect(x: 3, y: 3, width: 0, height: 5)])
    func emptyExtent(extent: CGRect) throws {
        for wrap in [WrapMode.transparent, .clamp] {
            let binding = SamplerBinding(raster: Raster(bounds: .empty), extent: extent, wrap: wrap)
            #expect(try sample(0.5, 0.5, binding) == .zero)
            var b = ProgramBuilder()
            _ = b.parameter(.sample)
            let output = try render(
                b.program(b.sample(.sampleAtDestination(image: 0))), [[]], images: [binding],
                region: PixelRect(x: 0, y: 0, width: 5, height: 5))
            #expect(values(output).allSatisfy { $0 == .zero })
        }
    }

    /// If the raster has fewer or more pixels than the image's extent, only pixels in both are read.
    @Test func rasterAndExtentDiffer() throws {
        var part = Self.binding(wrap: .clamp)
        part.extent = CGRect(x: -100, y: -100, width: 300, height: 300)
        #expect(try sample(100.5 / 300, 104.5 / 300, part) == Self.color(0, 4))
        #expect(try sample(150.5 / 300, 104.5 / 300, part) == .zero)
        #expect(try sample(-5, 9, part) == .zero)
        var small = Self.binding()
        small.extent = CGRect(x: 0, y: 4, width: 1, height: 1)
        #expect(try sample(0.5, 0.5, small) == Self.color(0, 4))
        #expect(try sample(1.5, 0.5, small) == .zero)
        #expect(try sample(1, 0.5, small) == Self.color(0, 4) * 0.5)
        small.wrap = .clamp
        #expect(try sample(3, 0.5, small) == Self.color(0, 4))
    }

    /// For an extent with fractional edges, sampler coordinates 0…1 span exactly the extent, and partly covered pixels
    /// are read as a whole.
    @Test func fractionalExtent() throws {
        var binding = Self.binding()
        binding.extent = CGRect(x: -0.5, y: 4.25, width: 2, height: 1.5)
        #expect(try sample(0.5, 0.25 / 1.5, binding) == Self.color(0, 4))
        #expect(try sample(0, 0.25 / 1.5, binding) == Self.color(-1, 4))
        #expect(try attributes(binding)[.width] == 2)
    }
}
