import Foundation
import Pixels

extension BlockMachine {
    /// The centres of the block's pixels.
    func destinationCoordinates(_ instruction: BlockInstruction) {
        let x = pointer(instruction.results[0], as: Float.self)
        let y = pointer(instruction.results[1], as: Float.self)
        var lane = 0
        for row in block.y..<block.maxY {
            for column in 0..<block.width {
                x[lane + column] = Float(Double(block.x + column) + 0.5)
                y[lane + column] = Float(Double(row) + 0.5)
            }
            lane += block.width
        }
        for lane in lane..<lanes { (x[lane], y[lane]) = (0.5, 0.5) }
    }

    /// r, g, b, a = the image at the block's pixels.
    func sampleAtDestination(_ sampler: SamplerView, _ instruction: BlockInstruction) {
        let target = planes(instruction.results)
        if sampler.isIdentity {
            var lane = 0
            for y in block.y..<block.maxY {
                read(sampler, x: block.x, y: y, count: block.width, into: target.advanced(by: lane))
                lane += block.width
            }
            return
        }
        let t = sampler.transform
        var lane = 0
        for row in block.y..<block.maxY {
            let y = Double(row) + 0.5
            for column in block.x..<block.maxX {
                let x = Double(column) + 0.5
                target.set(lane, sampler.color(x: t.a * x + t.c * y + t.tx, y: t.b * x + t.d * y + t.ty))
                lane += 1
            }
        }
    }

    /// r, g, b, a = the image at the points (a, b) of sampler space.
    func sample(_ sampler: SamplerView, _ instruction: BlockInstruction) {
        let x = pointer(instruction.operands[0], as: Float.self)
        let y = pointer(instruction.operands[1], as: Float.self)
        let target = planes(instruction.results)
        let count = instruction.shape.contains(.uniformResult) ? 1 : block.area
        for lane in 0..<count {
            let color = sampler.color(
                x: Double(x[lane]) * sampler.scaleX + sampler.originX,
                y: Double(y[lane]) * sampler.scaleY + sampler.originY)
            target.set(lane, color)
        }
    }

    /// Reads neighbouring pixels of a row.
    private func read(_ sampler: SamplerView, x: Int, y: Int, count: Int, into target: Planes) {
        let part = sampler.readable.intersection(PixelRect(x: x, y: y, width: count, height: 1))
        guard part.width == count else {
            for column in 0..<count { target.set(column, sampler.pixel(x + column, y)) }
            return
        }
        let source = sampler.pixels + ((y - sampler.bottom) * sampler.stride + (x - sampler.left))
        let (r, g, b, a) = (target.r, target.g, target.b, target.a)
        var i = 0
        while i < count {
            let pixel = source[i]
            r[i] = pixel.x
            g[i] = pixel.y
            b[i] = pixel.z
            a[i] = pixel.w
            i &+= 1
        }
    }

    /// Writes the block's results.
    func store(_ outputs: [Int], into raster: Raster) {
        let x = pointer(Int32(outputs[0]), as: Float.self)
        let y = pointer(Int32(outputs[1]), as: Float.self)
        var lane = 0
        for row in block.y..<block.maxY {
            let target = raster.row(row) + (block.x - raster.bounds.x)
            var i = 0
            if outputs.count == 2 {
                while i < block.width {
                    target[i] = SIMD4(x[lane + i], y[lane + i], 0, 0)
                    i &+= 1
                }
            } else {
                let z = pointer(Int32(outputs[2]), as: Float.self)
                let w = pointer(Int32(outputs[3]), as: Float.self)
                while i < block.width {
                    target[i] = SIMD4(x[lane + i], y[lane + i], z[lane + i], w[lane + i])
                    i &+= 1
                }
            }
            lane += block.width
        }
    }

    private func planes(_ results: SIMD4<Int32>) -> Planes {
        Planes(
            r: pointer(results[0], as: Float.self), g: pointer(results[1], as: Float.self),
            b: pointer(results[2], as: Float.self), a: pointer(results[3], as: Float.self))
    }
}

/// The four components of a block's colours.
private struct Planes {
    let r: UnsafeMutablePointer<Float>
    let g: UnsafeMutablePointer<Float>
    let b: UnsafeMutablePointer<Float>
    let a: UnsafeMutablePointer<Float>

    @inline(__always)
    func set(_ lane: Int, _ color: SIMD4<Float>) {
        r[lane] = color.x
        g[lane] = color.y
        b[lane] = color.z
        a[lane] = color.w
    }

    func advanced(by lanes: Int) -> Planes { Planes(r: r + lanes, g: g + lanes, b: b + lanes, a: a + lanes) }
}
