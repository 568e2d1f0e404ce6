import CommandOutput
import CoreImage
import Foundation
import ImageUnits
import PictureBatches
import UnitAuthoring

/// Builds a unit and renders its preview, at first and on every save, until the process is interrupted.
final class WatchSession {
    private let sources: UnitSources
    private let configuration: BuildConfiguration
    private let preview: UnitPreview
    private let watch: UnitWatch
    private let compilers = CompilerRun()
    private let tools = ToolProcess()
    private var last: BuiltUnit?

    init(sources: UnitSources, configuration: BuildConfiguration, preview: UnitPreview) throws {
        (self.sources, self.configuration, self.preview) = (sources, configuration, preview)
        watch = try UnitWatch(sources)
    }

    /// Runs until the process is interrupted.
    ///
    /// - Throws: An error if the unit can't be watched any more. Errors in the unit itself are printed.
    func run() throws {
        let observer = SignalObserver { [watch, compilers, tools] in
            compilers.end()
            tools.end()
            watch.end()
        }
        defer { observer.cancel() }
        try StandardOutput.print("watching \(sources.folder.path); Ctrl-C ends it")
        update(touchesCode: true, since: .now)
        while !observer.hasObserved, let change = try watch.change() {
            update(touchesCode: change.touchesCode, since: change.began)
        }
    }

    /// Builds and renders, and prints a line about it.
    private func update(touchesCode: Bool, since save: ContinuousClock.Instant) {
        do {
            let began = ContinuousClock.now
            // Read again, because files may have been added or removed.
            let now = try UnitSources(folder: sources.folder.path)
            let builder = UnitBuilder(
                now, configuration: configuration, products: .standard(), stamp: try .ofHost(), run: compilers)
            let built = try builder.build(
                into: now.defaultOutput, reusing: touchesCode ? nil : last?.library)
            last = built
            for warning in built.warnings { StandardError.print(warning) }
            let rendered = ContinuousClock.now
            let filter = try preview.render(built.description, tools: tools)
            let done = ContinuousClock.now
            let size = preview.size
            try StandardOutput.print(
                "\(Self.time)  \(filter) at \(size.width) × \(size.height): built in \(Self.text(rendered - began)), rendered in "
                    + "\(Self.text(done - rendered)), \(Self.text(done - save)) since the save")
        } catch {
            if compilers.hasEnded { return }
            StandardError.print("coreimage: \(StandardError.text(of: error))")
            try? StandardOutput.print("\(Self.time)  refused; the preview stays as it was")
        }
    }

    private static var time: String { ClockTime.text(of: time_t(Date.now.timeIntervalSince1970)) }

    private static func text(_ duration: Duration) -> String {
        let milliseconds = Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) * 1e-15
        return "\(Int(milliseconds.rounded())) ms"
    }
}
