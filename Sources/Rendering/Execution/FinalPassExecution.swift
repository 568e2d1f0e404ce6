import Pixels

/// Computes a plan's final pass, as a whole or in parts, once all stored passes are computed.
struct FinalPassExecution {
    let execution: PlanExecution

    /// Computes `region` into pixels or tiles.
    func compute(_ region: PixelRect, into output: PassOutput) throws {
        switch output {
        case .pixels(let view): try compute(region, into: view)
        case .tiles, .texture: try execution.computeFinalPass(region, into: output)
        }
    }

    /// Computes `region` into `view`, through an aligned buffer if `view` isn't aligned as machine code requires.
    func compute(_ region: PixelRect, into view: PixelView) throws {
        if view.isAligned { return try execution.computeFinalPass(region, into: .pixels(view)) }
        let bytes = region.byteCount(in: view.format)
        let aligned = try execution.pixels.storage(byteCount: bytes).view(bounds: region, format: view.format)
        try execution.computeFinalPass(region, into: .pixels(aligned))
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
