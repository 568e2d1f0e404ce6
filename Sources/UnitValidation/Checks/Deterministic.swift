extension ValidationCheck {
    /// Checks that the same settings give the same pixels.
    static let deterministic = ValidationCheck(
        filter: "deterministic", level: 5, needs: [.rendersAtDefaults],
        reason: "A picture that is computed again, or in parts, must have the same pixels."
    ) { filter, context in
        let images = ImageInputs.small
        let inputs = InputProfile.all(of: try filter.make())
        var random = context.randomNumbers(for: filter.name, "deterministic")
        var failures: [Finding] = []
        for _ in 0..<4 where failures.isEmpty {
            let settings = FilterSettings.random(of: inputs, in: images.frame, using: &random)
            context.note("rendering twice with \(settings.text)")
            let made = try filter.make(settings, images: images)
            let first = try made.renderableOutput()
            let region = ValidationRenderer.region(of: first, around: images.frame)
            if region.isEmpty { continue }
            let pixels = try ValidationRenderer.usual.pixels(of: first, in: region)
            let others = [
                ("rendered again", first), ("made again by the same filter", try made.renderableOutput()),
                ("made by another filter", try filter.output(settings, images: images)),
            ]
            for (how, image) in others {
                ValidationRenderer.usual.clearCaches()
                let again = try ValidationRenderer.usual.pixels(of: image, in: region)
                let difference = PixelDifference(pixels, again, in: region)
                if difference.isNone && image.extent == first.extent { continue }
                failures.append(
                    Finding(
                        "with \(settings.text), the image \(how) differs: "
                            + (difference.isNone ? "its extent differs" : difference.text),
                        remedy:
                            "compute it from the inputs alone: no counters, clocks, random numbers or state left from before"
                    ))
                break
            }
        }
        return .of(failures: failures)
    }
}
