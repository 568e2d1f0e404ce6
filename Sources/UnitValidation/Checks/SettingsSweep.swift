import Pixels

/// Renders a filter at its defaults, at its limits, and at random settings.
struct SettingsSweep {
    /// The number of random settings.
    static let count = 12

    private let filter: FilterSubject
    private let context: CheckContext
    private let check: String
    private let images = ImageInputs.small

    init(_ filter: FilterSubject, _ context: CheckContext, _ check: String) {
        (self.filter, self.context, self.check) = (filter, context, check)
    }

    /// Calls `body` with each setting and its pixels. Settings that can't be rendered are ignored, because other checks
    /// report them.
    func forEach(_ body: (FilterSettings, Raster) throws -> Void) throws {
        let inputs = InputProfile.all(of: try filter.make())
        var random = context.randomNumbers(for: filter.name, check)
        var settings = [FilterSettings.centered(of: inputs, in: images.frame)] + FilterSettings.limits(of: inputs)
        for _ in 0..<Self.count {
            settings.append(.random(of: inputs, in: images.frame, using: &random))
        }
        for setting in settings {
            context.note("rendering with \(setting.text)")
            guard let image = try? filter.output(setting, images: images) else { continue }
            let region = ValidationRenderer.region(of: image, around: images.frame)
            guard !region.isEmpty, let raster = try? ValidationRenderer.usual.pixels(of: image, in: region) else {
                continue
            }
            try body(setting, raster)
        }
    }
}
