import CoreImage
import Foundation
import Synchronization

/// Renders a unit's filter repeatedly in this process, on a separate thread, and checks its pixels.
///
/// While the host is under attack, valid units must keep producing the right pixels.
package final class InnocentRender: Sendable {
    private struct State {
        var count = 0
        var isStopping = false
        var isRunning = true
        var failure: String?
    }

    private let state = Mutex(State())
    private let folder: URL
    // The name is random, because tests that run at the same time each load such a unit.
    private let filter = "InnocentHalf\(UInt32.random(in: 0 ... .max))"

    /// Loads an innocent unit and starts rendering.
    package init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("innocent-\(UUID().uuidString)")
        let unit = HostileUnit(folder: folder, name: "Innocent")
        try unit.write(
            kernel: "kernel vec4 half(__sample s) { return vec4(s.rgb * 0.5, s.a); }", filter: filter)
        _ = try CIPlugIn.loadReporting(unit.bundle, allowExecutableCode: false)
        let thread = Thread { [self] in
            while !state.withLock({ $0.isStopping }) { renderOnce() }
            state.withLock { $0.isRunning = false }
        }
        thread.name = "innocent render"
        thread.start()
    }

    /// Stops rendering. Returns the number of right pictures, and a description of the first failure.
    package func stop() -> (count: Int, failure: String?) {
        state.withLock { $0.isStopping = true }
        while state.withLock({ $0.isRunning }) { usleep(1000) }
        try? FileManager.default.removeItem(at: folder)
        return state.withLock { ($0.count, $0.failure) }
    }

    private func renderOnce() {
        var pixels = [Float](repeating: -1, count: 8 * 8 * 4)
        do {
            let input = CIImage(color: CIColor(red: 0.5, green: 0.25, blue: 1)).cropped(
                to: CGRect(x: 0, y: 0, width: 8, height: 8))
            let half = try input.filtered(by: filter)
            let context = CIContext(options: [.workingColorSpace: NSNull(), .cacheIntermediates: false])
            try pixels.withUnsafeMutableBytes { memory in
                try context.renderBitmap(
                    half, to: memory.baseAddress!, rowBytes: 8 * 16, bounds: CGRect(x: 0, y: 0, width: 8, height: 8),
                    format: .RGBAf, colorSpace: nil)
            }
            let expected: [Float] = [0.25, 0.125, 0.5, 1]
            let isRight = pixels.enumerated().allSatisfy { $0.element == expected[$0.offset % 4] }
            state.withLock {
                if isRight {
                    $0.count += 1
                } else {
                    $0.failure = $0.failure ?? "its pixels are \(pixels.prefix(4)), not \(expected)"
                }
            }
        } catch {
            state.withLock { $0.failure = $0.failure ?? "\(error)" }
        }
        // Leaves the processors to the attacks.
        usleep(300_000)
    }
}
