import Foundation
import ImageGraph
import Pixels

extension BlockMachine {
    /// Computes the centres of the block's pixels.
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

    /// Computes r, g, b, a = the image at the block's pixels.
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
        let t = sampler.geometry.transform
        let places = target.places
        var lane = 0
        for row in block.y..<block.maxY {
            let y = Double(row) + 0.5
            for column in block.x..<block.maxX {
                let x = Double(column) + 0.5
                (places.column[lane], target.b[lane]) = sampler.horizontal.locate(t.a * x + t.c * y + t.tx)
                (places.row[lane], target.a[lane]) = sampler.vertical.locate(t.b * x + t.d * y + t.ty)
                lane += 1
            }
        }
        gather(sampler, count: lane, into: target)
    }

    /// Computes r, g, b, a = the image at the points (a, b) of sampler space.
    func sample(_ sampler: SamplerView, _ instruction: BlockInstruction) {
        let x = pointer(instruction.operands[0], as: Float.self)
        let y = pointer(instruction.operands[1], as: Float.self)
        let target = planes(instruction.results)
        let isUniform = instruction.shape.contains(.uniformResult)
        let count = isUniform ? 1 : lanes
        let places = target.places
        locate(sampler.horizontal, x, sampler.geometry.scaleX, sampler.geometry.originX, count, places.column, target.b)
        locate(sampler.vertical, y, sampler.geometry.scaleY, sampler.geometry.originY, count, places.row, target.a)
        gather(sampler, count: isUniform ? 1 : block.area, into: target)
    }

    /// Computes r, g, b, a = the image at the points (a, b) of working space.
    func sampleAtPoint(_ sampler: SamplerView, _ instruction: BlockInstruction) {
        let pointX = pointer(instruction.operands[0], as: Float.self)
        let pointY = pointer(instruction.operands[1], as: Float.self)
        let target = planes(instruction.results)
        let isUniform = instruction.shape.contains(.uniformResult)
        let count = isUniform ? 1 : block.area
        let (stepX, stepY) = (
            instruction.shape.contains(.uniformA) ? 0 : 1, instruction.shape.contains(.uniformB) ? 0 : 1
        )
        let t = sampler.geometry.transform
        let places = target.places
        for lane in 0..<count {
            let (x, y) = (Double(pointX[lane * stepX]), Double(pointY[lane * stepY]))
            (places.column[lane], target.b[lane]) = sampler.horizontal.locate(t.a * x + t.c * y + t.tx)
            (places.row[lane], target.a[lane]) = sampler.vertical.locate(t.b * x + t.d * y + t.ty)
        }
        gather(sampler, count: count, into: target)
    }

    /// Converts sampler-space coordinates to indices of the raster's pixels and fractions between pixels.
    private func locate(
        _ axis: SamplerAxis, _ coordinates: UnsafeMutablePointer<Float>, _ scale: Double, _ origin: Double,
        _ count: Int,
        _ places: UnsafeMutablePointer<Int32>, _ fractions: UnsafeMutablePointer<Float>
    ) {
        var i = 0
        while i < count {
            let (place, fraction) = axis.locate(Double(coordinates[i]) * scale + origin)
            places[i] = place
            fractions[i] = fraction
            i &+= 1
        }
    }

    /// Replaces pixel indices (in the planes of r and g) and fractions (in those of b and a) by the colours there.
    private func gather(_ sampler: SamplerView, count: Int, into target: Planes) {
        let places = target.places
        var lane = 0
        while lane < count {
            let color = sampler.color(
                column: Int(places.column[lane]), row: Int(places.row[lane]), right: target.b[lane],
                above: target.a[lane])
            target.set(lane, color)
            lane &+= 1
        }
    }

    /// Reads a horizontal run of pixels.
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

    /// Writes the block's results to the raster.
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

/// Pointers to the four components of a block's colours.
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

    /// The planes of r and g, which hold column and row indices until the colours are known.
    var places: (column: UnsafeMutablePointer<Int32>, row: UnsafeMutablePointer<Int32>) {
        (
            UnsafeMutableRawPointer(r).assumingMemoryBound(to: Int32.self),
            UnsafeMutableRawPointer(g).assumingMemoryBound(to: Int32.self)
        )
    }

    func advanced(by lanes: Int) -> Planes { Planes(r: r + lanes, g: g + lanes, b: b + lanes, a: a + lanes) }
}
