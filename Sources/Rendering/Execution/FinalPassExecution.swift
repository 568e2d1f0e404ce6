import Pixels

/// Computes a plan's final pass, as a whole or in parts. Its inputs are in memory.
struct FinalPassExecution {
    let planned: PlannedPass
    let held: [PixelView?]
    let executor: PassExecutor

    /// Computes `region` into pixels or tiles.
    func compute(_ region: PixelRect, into output: PassOutput) throws {
        switch output {
        case .pixels(let view): try compute(region, into: view)
        case .tiles: try executor.compute(planned, region: region, into: output, held: held)
        }
    }

    /// Computes `region` into `view`, through an aligned buffer if `view` isn't aligned as machine code requires.
    func compute(_ region: PixelRect, into view: PixelView) throws {
        if view.isAligned { return try executor.compute(planned, region: region, into: view, held: held) }
        let bytes = region.byteCount(in: view.format)
        let aligned = try executor.pixels.storage(byteCount: bytes).view(bounds: region, format: view.format)
        try executor.compute(planned, region: region, into: aligned, held: held)
        view.convert(aligned, region)
    }
}

extension PixelView {
    /// Whether the base address and the row size are multiples of a component's size, or of a pixel's size for `RGBAf`.
    fileprivate var isAligned: Bool {
        let unit = format == .RGBAf ? format.bytesPerPixel : format.component.byteCount
        return Int(bitPattern: base) % unit == 0 && bytesPerRow % unit == 0
    }
}
