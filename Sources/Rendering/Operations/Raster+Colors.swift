import Pixels

extension Raster {
    /// Fills this raster from a source, with premultiplied pixels in the target space of `conversion` (nil: no
    /// conversion).
    func read(_ source: any PixelSource, converting conversion: ColorConversion?) throws(RenderingError) {
        try readRaw(source)
        importPixels(source.alphaState, converting: conversion)
    }

    /// Converts a source's stored values in place to premultiplied pixels in the target space of `conversion` (nil: no
    /// conversion).
    func importPixels(_ alphaState: AlphaState, converting conversion: ColorConversion?) {
        switch alphaState {
        case .premultiplied: if let conversion { convertPremultiplied(conversion) }
        case .unpremultiplied:
            forEachRow { row in
                conversion?.apply(row)
                for x in row.indices { row[x] = row[x].premultiplied }
            }
        case .opaque:
            forEachRow { row in
                conversion?.apply(row)
                for x in row.indices { row[x].w = 1 }
            }
        }
    }

    /// Fills this raster with a source's values without conversion.
    func readRaw(_ source: any PixelSource) throws(RenderingError) {
        do {
            try source.read(into: self)
        } catch {
            throw .sourceFailed(region: bounds, underlying: error)
        }
    }

    /// Converts premultiplied pixels in place. Pixels with alpha 0 become transparent black.
    ///
    /// - Parameter clampsToUnitRange: Whether converted colours are clamped to 0…1 before they are multiplied by alpha
    ///   again.
    func convertPremultiplied(_ conversion: ColorConversion, clampsToUnitRange: Bool = false) {
        forEachRow { row in
            for x in row.indices { row[x] = row[x].unpremultiplied }
            conversion.apply(row)
            if clampsToUnitRange {
                for x in row.indices {
                    let alpha = row[x].w
                    row[x].clamp(lowerBound: .zero, upperBound: .one)
                    row[x].w = alpha
                }
            }
            for x in row.indices { row[x] = row[x].premultiplied }
        }
    }

    private func forEachRow(_ body: (UnsafeMutableBufferPointer<SIMD4<Float>>) -> Void) {
        for y in bounds.y..<bounds.maxY { body(UnsafeMutableBufferPointer(start: row(y), count: bounds.width)) }
    }
}
