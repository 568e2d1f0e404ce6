import CoreImage
import Dispatch
import Foundation
import Pixels
import Synchronization

extension ValidationCheck {
    /// Checks that filters on many threads don't affect each other.
    static let manyThreads = ValidationCheck(
        filter: "many-threads", level: 8, needs: [.rendersAtDefaults, .deterministic],
        reason: "Hosts create filters and render images on all cores at the same time."
    ) { filter, context in
        let images = ImageInputs.small
        let inputs = InputProfile.all(of: try filter.make())
        var random = context.randomNumbers(for: filter.name, "many-threads")
        var cases: [ThreadCase] = []
        for _ in 0..<4 {
            let settings = FilterSettings.random(of: inputs, in: images.frame, using: &random)
            context.note("rendering alone with \(settings.text)")
            let image = try filter.output(settings, images: images)
            let region = ValidationRenderer.region(of: image, around: images.frame)
            if region.isEmpty { continue }
            cases.append(
                ThreadCase(
                    settings: settings, image: image, region: region,
                    pixels: try ValidationRenderer.usual.pixels(of: image, in: region)))
        }
        if cases.isEmpty { return .skipped("no random setting gives pixels near the picture") }
        context.note("making and rendering on many threads")
        let found = FirstFinding()
        ThreadCase.onThreads(count: 4, times: 48) { [cases] number in
            let one = cases[number % cases.count]
            // Every third run renders an image that is shared by all threads.
            let isShared = number.isMultiple(of: 3)
            let finding: Finding?
            do {
                let image = isShared ? one.image : try filter.output(one.settings, images: images)
                let pixels = try ValidationRenderer.usual.pixels(of: image, in: one.region)
                let difference = PixelDifference(one.pixels, pixels, in: one.region)
                finding =
                    difference.isNone
                    ? nil
                    : Finding(
                        "with \(one.settings.text), \(isShared ? "one image rendered" : "filters used") on several threads "
                            + "give other pixels than alone: \(difference.text)",
                        remedy: "keep nothing that changes outside the filter object, or lock it")
            } catch {
                finding = Finding("with \(one.settings.text), on several threads: \(ErrorText.of(error))")
            }
            if let finding { found.note(finding) }
        }
        return .of(failures: found.finding.map { [$0] } ?? [])
    }
}

/// The result on a single thread. Its pixels are read-only after creation, so it can be shared.
private struct ThreadCase: @unchecked Sendable {
    let settings: FilterSettings
    let image: CIImage
    let region: PixelRect
    let pixels: Raster

    /// Runs a closure many times on new threads. A dispatch queue could run all of it on one thread.
    static func onThreads(count: Int, times: Int, _ work: @escaping @Sendable (Int) -> Void) {
        let group = DispatchGroup()
        for first in 0..<count {
            group.enter()
            Thread.detachNewThread {
                for number in stride(from: first, to: times, by: count) { work(number) }
                group.leave()
            }
        }
        group.wait()
    }
}

/// Stores the first finding of several threads. Thread-safe.
private final class FirstFinding: Sendable {
    private let stored = Mutex<Finding?>(nil)

    var finding: Finding? { stored.withLock { $0 } }

    func note(_ finding: Finding) { stored.withLock { $0 = $0 ?? finding } }
}
