import Pixels

extension Raster {
    /// Fills this raster from a source, as premultiplied pixels in the space that `conversion` leads to (nil: no
    /// conversion).
    func read(_ source: any PixelSource, converting conversion: ColorConversion?) throws(RenderingError) {
        try readStored(source)
        importPixels(source.alphaState, converting: conversion)
    }

    /// Makes a source's numbers premultiplied pixels in the space that `conversion` leads to.
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

    /// Fills this raster with a source's numbers as they are.
    func readStored(_ source: any PixelSource) throws(RenderingError) {
        do {
            try source.read(into: self)
        } catch {
            throw .sourceFailed(region: bounds, underlying: error)
        }
    }

    /// Converts premultiplied pixels; alpha 0 gives transparent black.
    ///
    /// - Parameter isHeldWithinUnit: whether converted colours are cut to 0…1 before they are multiplied by alpha again.
    func convertPremultiplied(_ conversion: ColorConversion, isHeldWithinUnit: Bool = false) {
        forEachRow { row in
            for x in row.indices { row[x] = row[x].unpremultiplied }
            conversion.apply(row)
            if isHeldWithinUnit {
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
