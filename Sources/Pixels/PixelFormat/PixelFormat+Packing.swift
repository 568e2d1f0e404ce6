extension PixelFormat {
    /// Reads `count` pixels of this format as RGBA floats, nominally 0…1.
    ///
    /// Missing alpha reads as 1 and missing colours as 0; luminance is repeated in red, green and blue. `row` needs no
    /// alignment.
    package func unpack(_ row: UnsafeRawPointer, count: Int, into pixels: UnsafeMutablePointer<SIMD4<Float>>) {
        switch component {
        case .uint8: unpack(row, count, pixels, UInt8.self)
        case .uint16: unpack(row, count, pixels, UInt16.self)
        case .float16: unpack(row, count, pixels, Float16.self)
        case .float32: unpack(row, count, pixels, Float.self)
        }
    }

    /// Writes `count` RGBA float pixels in this format.
    ///
    /// NaN is stored as 0, and integers are rounded to the nearest value and clamped to 0…1. Luminance is red if red,
    /// green and blue are equal (as after a conversion to a gray space), and otherwise the Rec. 709 weighting. `row`
    /// needs no alignment.
    package func pack(_ pixels: UnsafePointer<SIMD4<Float>>, count: Int, into row: UnsafeMutableRawPointer) {
        switch component {
        case .uint8 where layout == .rgba || layout == .bgra: packBytes(pixels, count, row, swapped: layout == .bgra)
        case .uint8: pack(pixels, count, row, UInt8.self)
        case .uint16: pack(pixels, count, row, UInt16.self)
        case .float16: pack(pixels, count, row, Float16.self)
        case .float32: pack(pixels, count, row, Float.self)
        }
    }

    /// Writes the two most frequent layouts, one pixel at a time.
    private func packBytes(
        _ pixels: UnsafePointer<SIMD4<Float>>, _ count: Int, _ row: UnsafeMutableRawPointer, swapped: Bool
    ) {
        // Adding 2²³ leaves the nearest integer in a float's low bits, which avoids a checked conversion.
        let magic = SIMD4<Float>(repeating: 8_388_608)
        let shifts: SIMD4<UInt32> = swapped ? [16, 8, 0, 24] : [0, 8, 16, 24]
        for i in 0..<count {
            let p = pixels[i]
            let positive = p.replacing(with: 0, where: .!(p .> 0))
            let limited = positive.replacing(with: 1, where: positive .> 1)
            let bits = unsafeBitCast(limited * 255 + magic, to: SIMD4<UInt32>.self)
            let bytes = (bits & 0xFF) &<< shifts
            row.storeBytes(of: (bytes.x | bytes.y) | (bytes.z | bytes.w), toByteOffset: 4 * i, as: UInt32.self)
        }
    }

    @inline(__always)
    private func unpack<T: PixelComponent>(
        _ row: UnsafeRawPointer, _ count: Int, _ out: UnsafeMutablePointer<SIMD4<Float>>, _ type: T.Type
    ) {
        let size = MemoryLayout<T>.size
        @inline(__always) func value(_ index: Int) -> Float {
            row.loadUnaligned(fromByteOffset: index * size, as: T.self).normalized
        }
        switch layout {
        case .rgba:
            for i in 0..<count {
                out[i] = SIMD4(value(4 * i), value(4 * i + 1), value(4 * i + 2), value(4 * i + 3))
            }
        case .bgra:
            for i in 0..<count {
                out[i] = SIMD4(value(4 * i + 2), value(4 * i + 1), value(4 * i), value(4 * i + 3))
            }
        case .argb:
            for i in 0..<count {
                out[i] = SIMD4(value(4 * i + 1), value(4 * i + 2), value(4 * i + 3), value(4 * i))
            }
        case .abgr:
            for i in 0..<count {
                out[i] = SIMD4(value(4 * i + 3), value(4 * i + 2), value(4 * i + 1), value(4 * i))
            }
        case .rgbx: for i in 0..<count { out[i] = SIMD4(value(4 * i), value(4 * i + 1), value(4 * i + 2), 1) }
        case .rgb: for i in 0..<count { out[i] = SIMD4(value(3 * i), value(3 * i + 1), value(3 * i + 2), 1) }
        case .r: for i in 0..<count { out[i] = SIMD4(value(i), 0, 0, 1) }
        case .rg: for i in 0..<count { out[i] = SIMD4(value(2 * i), value(2 * i + 1), 0, 1) }
        case .l:
            for i in 0..<count {
                let l = value(i)
                out[i] = SIMD4(l, l, l, 1)
            }
        case .la:
            for i in 0..<count {
                let l = value(2 * i)
                out[i] = SIMD4(l, l, l, value(2 * i + 1))
            }
        case .a: for i in 0..<count { out[i] = SIMD4(0, 0, 0, value(i)) }
        }
    }

    @inline(__always)
    private func pack<T: PixelComponent>(
        _ pixels: UnsafePointer<SIMD4<Float>>, _ count: Int, _ row: UnsafeMutableRawPointer, _ type: T.Type
    ) {
        let size = MemoryLayout<T>.size
        @inline(__always) func store(_ index: Int, _ value: Float) {
            row.storeBytes(of: T(normalized: value), toByteOffset: index * size, as: T.self)
        }
        @inline(__always) func store4(_ i: Int, _ x: Float, _ y: Float, _ z: Float, _ w: Float) {
            store(4 * i, x)
            store(4 * i + 1, y)
            store(4 * i + 2, z)
            store(4 * i + 3, w)
        }
        switch layout {
        case .rgba: for i in 0..<count { store4(i, pixels[i].x, pixels[i].y, pixels[i].z, pixels[i].w) }
        case .bgra: for i in 0..<count { store4(i, pixels[i].z, pixels[i].y, pixels[i].x, pixels[i].w) }
        case .argb: for i in 0..<count { store4(i, pixels[i].w, pixels[i].x, pixels[i].y, pixels[i].z) }
        case .abgr: for i in 0..<count { store4(i, pixels[i].w, pixels[i].z, pixels[i].y, pixels[i].x) }
        case .rgbx: for i in 0..<count { store4(i, pixels[i].x, pixels[i].y, pixels[i].z, 1) }
        case .rgb:
            for i in 0..<count {
                store(3 * i, pixels[i].x)
                store(3 * i + 1, pixels[i].y)
                store(3 * i + 2, pixels[i].z)
            }
        case .r: for i in 0..<count { store(i, pixels[i].x) }
        case .rg:
            for i in 0..<count {
                store(2 * i, pixels[i].x)
                store(2 * i + 1, pixels[i].y)
            }
        case .l: for i in 0..<count { store(i, luminance(pixels[i])) }
        case .la:
            for i in 0..<count {
                store(2 * i, luminance(pixels[i]))
                store(2 * i + 1, pixels[i].w)
            }
        case .a: for i in 0..<count { store(i, pixels[i].w) }
        }
    }

    @inline(__always)
    private func luminance(_ p: SIMD4<Float>) -> Float {
        p.x == p.y && p.y == p.z ? p.x : 0.2126 * p.x + 0.7152 * p.y + 0.0722 * p.z
    }
}
