import CoreImage
import Foundation

/// Loads hostile units into this process as a host does, and renders their filters. The test is that this process
/// survives.
package struct HostileUnitRunner: Sendable {
    private let folder: HostileUnitFolder
    private let limits: CIPlugInLimits
    /// The time limits of cases that must not run out of time. Filling 512 MiB takes seconds on a slow machine.
    private static let longTime = Duration.seconds(20)
    /// The extent of the input image.
    private static let extent = CGRect(x: 0, y: 0, width: 40, height: 30)

    /// Creates a runner and builds the unit. The limits of units are low, so that the cases finish quickly.
    package init(products: URL) throws {
        folder = try HostileUnitFolder(products: products)
        setenv("COREIMAGE_UNIT_WORKER", products.appendingPathComponent("coreimage-unit-worker").path, 1)
        limits = CIPlugInLimits(
            callDuration: .seconds(1), processingDuration: .seconds(1), startDuration: .seconds(4),
            processorTime: .seconds(1), memory: 512 << 20, scratchSize: 32 << 20, scratchFiles: 200)
    }

    /// Removes the units.
    package func finish() { folder.remove() }

    /// Runs a case.
    package func run(_ attack: HostileUnitCase, number: Int) -> HostileRunner.Report {
        var report = HostileRunner.Report(
            name: attack.name, kind: .executableUnit, expected: attack.ends.count > 1 ? "any of" : "")
        let start = ContinuousClock.now
        do {
            var limits = limits
            if !attack.mayRunOutOfTime {
                (limits.callDuration, limits.processingDuration) = (Self.longTime, Self.longTime)
                limits.processorTime = Self.longTime
            }
            if let time = attack.time { (limits.callDuration, limits.processorTime) = (time, time) }
            if let patience = attack.patience {
                (limits.callDuration, limits.processingDuration) = (patience, patience)
                limits.startDuration = patience * 2
            }
            CIPlugIn.executableUnitLimits = limits
            let (bundle, filter) = try folder.unit(for: attack, number: number)
            let (end, text) = Self.end(of: filter, in: bundle, attack.className)
            CIPlugIn.unload(bundle)
            report.outcome = text
            let isExpected = attack.ends.contains { expected in
                if case .error(let words) = expected, case .error(let found) = end { return found.contains(words) }
                return expected == end
            }
            if !isExpected { report.objections.append("\(end), not one of \(attack.ends)") }
        } catch {
            report.objections.append("\(error)")
        }
        report.processCount = 1
        report.duration = ContinuousClock.now - start
        // Far above any deadline; covers starting, continuing a stopped process, and ending it.
        if report.duration > .seconds(30) { report.objections.append("it took too long") }
        return report
    }

    private static func end(of name: String, in bundle: URL, _ className: String) -> (HostileUnitCase.End, String) {
        let input = CIImage(color: CIColor(red: 0.5, green: 0.25, blue: 1)).cropped(to: extent)
        do {
            do { try CIPlugIn.loadReporting(bundle, allowExecutableCode: true) } catch { return (.refusal, "\(error)") }
            let filter = try CIFilter.named(name)
            filter.setValue(input, forKey: kCIInputImageKey)
            guard let image = filter.outputImage else { return (.noImage, "no image") }
            // Rendered repeatedly, because damage to the process after an answer shows only in the next call.
            for _ in 0..<2 { _ = try render(image) }
            usleep(50_000)
            let pixels = try render(image)
            if let wrong = objection(to: pixels, of: className) { return (.error(wrong), wrong) }
            return (.picture, "picture")
        } catch let failure as CIPlugInFailure {
            return (.failure(failure.cause), "\(failure.cause): \(failure.reason)")
        } catch {
            // A failure of a region function or a processor is wrapped in the rendering's error.
            if let failure = innermost(error) {
                return (.failure(failure.cause), "\(failure.cause): \(failure.reason)")
            }
            return (.error("\(error)"), "\(error)")
        }
    }

    private static func innermost(_ error: any Error) -> CIPlugInFailure? {
        if let failure = error as? CIPlugInFailure { return failure }
        for child in Mirror(reflecting: error).children {
            if let found = find(child.value) { return found }
        }
        return nil
    }

    private static func find(_ value: Any) -> CIPlugInFailure? {
        if let failure = value as? CIPlugInFailure { return failure }
        return Mirror(reflecting: value).children.lazy.compactMap { find($0.value) }.first
    }

    /// Returns what is wrong with the innocent filter's pixels, which should be the inverted input colours; nil if they
    /// are right.
    private static func objection(to pixels: [Float], of className: String) -> String? {
        guard className == "Innocent" else { return nil }
        let input = [0.5, 0.25, 1].map { Float(pow(($0 + 0.055) / 1.055, 2.4)) }
        let expected = [1 - input[0], 1 - input[1], 0, 1]
        let isRight = pixels.enumerated().allSatisfy { abs($0.element - expected[$0.offset % 4]) < 1e-5 }
        return isRight ? nil : "the innocent filter gives \(pixels.prefix(4)), not \(expected)"
    }

    private static func render(_ image: CIImage) throws -> [Float] {
        var pixels = [Float](repeating: 0, count: Int(extent.width * extent.height) * 4)
        try pixels.withUnsafeMutableBytes { memory in
            guard let base = memory.baseAddress else { return }
            try CIContext(options: [.cacheIntermediates: false]).renderBitmap(
                image, to: base, rowBytes: Int(extent.width) * 16, bounds: extent, format: .RGBAf, colorSpace: nil)
        }
        return pixels
    }
}
