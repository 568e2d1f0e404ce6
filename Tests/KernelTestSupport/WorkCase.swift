import Foundation
import Pixels

/// Works that every device must do like the interpreter.
package enum WorkCase: String, CaseIterable, Sendable {
    case empty, emptyRegions, copies, partialCopies, topDownViews, overlappingUploads
    case nothingReadable, onePixel, negativeOrigin, chain, longChain, twoReaders, largerOutput, everything

    private static let half = "kernel vec4 half(__sample s, float f) { return s * f + vec4(0.25); }"
    private static let shift = """
        kernel vec4 shift(sampler s) {
            return sample(s, samplerTransform(s, destCoord() + vec2(1.0, -2.0))).bgra * 0.5;
        }
        """
    private static let sum = """
        kernel vec4 sum(sampler a, sampler b) {
            return sample(a, samplerCoord(a)) - sample(b, samplerCoord(b)).bgra;
        }
        """
    private static let place = "kernel vec4 place() { return destCoord().xyxy; }"
    private static let bounds = PixelRect(x: -7, y: -3, width: 37, height: 21)
    private static let part = PixelRect(x: -2, y: 1, width: 18, height: 9)

    /// Returns how the device's results differ from the interpreter's. `trial` has no work yet.
    package func differences(_ trial: WorkTrial) throws -> [String] {
        var trial = trial
        let (bounds, part) = (Self.bounds, Self.part)
        let noise = SamplingCases.image(bounds, seed: 5, special: false)
        let (a, b, c) = (
            try trial.image(bounds, seed: 1), try trial.image(bounds, seed: 2), try trial.image(bounds, seed: 3)
        )
        let frame = SamplingCases.image(bounds.outset(by: 2), seed: 6, special: false)
        switch self {
        case .empty: break
        case .emptyRegions:
            trial.upload(a.stored(noise), to: a, .empty)
            try trial.run(Self.half, [[], [0.5]], reading: [WorkTrial.Input(a)], over: .empty, into: b)
            trial.download(a, .empty, to: a.stored(frame))
        case .copies:
            trial.upload(a.stored(noise), to: a, bounds)
            trial.download(a, bounds, to: a.stored(frame))
            trial.download(b, bounds, to: b.stored(frame))
        case .partialCopies:
            trial.upload(a.stored(noise), to: a, part)
            trial.download(a, part.outset(by: 1), to: a.stored(frame))
        case .topDownViews:
            trial.upload(a.stored(noise, isTopDown: true), to: a, bounds)
            trial.upload(b.stored(noise, isTopDown: true), to: b, part)
            try trial.run(Self.shift, [[]], reading: [WorkTrial.Input(a)], over: bounds, into: c)
            trial.download(c, bounds, to: c.stored(frame, isTopDown: true))
            trial.download(b, part, to: b.stored(frame, isTopDown: true))
        case .overlappingUploads:
            trial.upload(a.stored(noise), to: a, part)
            trial.upload(a.stored(b.model), to: a, part.outset(by: -3))
            trial.upload(a.stored(c.model), to: a, PixelRect(x: 0, y: 0, width: 3, height: 20).intersection(bounds))
        case .nothingReadable:
            try trial.run(Self.shift, [[]], reading: [WorkTrial.Input(nil)], over: part, into: a)
            try trial.run(
                Self.sum, [[], []], reading: [WorkTrial.Input(nil), WorkTrial.Input(c, wrap: .clamp)], over: part,
                into: b)
        case .onePixel:
            let pixel = PixelRect(x: 3, y: -1, width: 1, height: 1)
            let image = try trial.image(pixel, seed: 4)
            trial.upload(image.stored(noise), to: image, pixel)
            try trial.run(
                Self.shift, [[]], reading: [WorkTrial.Input(image, wrap: .clamp)], over: pixel, into: a)
            try trial.run(Self.half, [[], [0.25]], reading: [WorkTrial.Input(a)], over: pixel, into: image)
            trial.download(image, pixel, to: image.stored(frame, isTopDown: true))
        case .negativeOrigin:
            let place = PixelRect(x: -9_000_000, y: -70_000, width: 33, height: 9)
            let (first, second) = (try trial.image(place, seed: 7), try trial.image(place, seed: 8))
            try trial.run(Self.place, over: place, into: first)
            try trial.run(Self.half, [[], [0.5]], reading: [WorkTrial.Input(first)], over: place, into: second)
            trial.download(second, place, to: second.stored(Raster(bounds: place)))
        case .chain:
            trial.upload(a.stored(noise), to: a, bounds)
            try trial.run(Self.shift, [[]], reading: [WorkTrial.Input(a)], over: bounds, into: b)
            try trial.run(Self.shift, [[]], reading: [WorkTrial.Input(b, wrap: .clamp)], over: bounds, into: c)
            // What is read by the runs before is written again.
            try trial.run(Self.shift, [[]], reading: [WorkTrial.Input(c)], over: bounds, into: a)
            trial.download(a, bounds, to: a.stored(frame))
        case .longChain:
            for _ in 0..<20 {
                try trial.run(Self.shift, [[]], reading: [WorkTrial.Input(a, wrap: .clamp)], over: bounds, into: b)
                try trial.run(Self.half, [[], [0.75]], reading: [WorkTrial.Input(b)], over: bounds, into: a)
            }
        case .twoReaders:
            try trial.run(Self.half, [[], [0.5]], reading: [WorkTrial.Input(a)], over: bounds, into: b)
            try trial.run(Self.shift, [[]], reading: [WorkTrial.Input(b)], over: bounds, into: c)
            try trial.run(Self.sum, [[], []], reading: [WorkTrial.Input(b), WorkTrial.Input(c)], over: part, into: a)
        case .largerOutput:
            let large = try trial.image(bounds.outset(by: 40), seed: 9)
            try trial.run(Self.half, [[], [0.5]], reading: [WorkTrial.Input(a)], over: part, into: large)
            try trial.run(Self.place, over: PixelRect(x: 40, y: 40, width: 9, height: 9), into: large)
            return try trial.differences([large])
        case .everything:
            trial.upload(a.stored(noise, isTopDown: true), to: a, part)
            trial.upload(b.stored(noise, isTopDown: false), to: b, bounds)
            try trial.run(
                Self.sum, [[], []],
                reading: [
                    WorkTrial.Input(a, extent: bounds.outset(by: 3).cgRect, wrap: .clamp),
                    WorkTrial.Input(b, extent: part.cgRect, interpolation: .nearest),
                ], over: bounds, into: c)
            try trial.run(
                Self.shift, [[]],
                reading: [
                    WorkTrial.Input(
                        c, transform: CGAffineTransform(a: 0.7, b: 0.2, c: -0.1, d: 1.3, tx: 0.25, ty: -1.5))
                ], over: part, into: b)
            trial.download(b, bounds, to: b.stored(frame, isTopDown: true))
            trial.download(c, part, to: c.stored(frame))
        }
        return try trial.differences([a, b, c])
    }
}
