extension ValidationCheck {
    /// Checks that a new filter renders a picture.
    static let rendersAtDefaults = ValidationCheck(
        filter: "renders-at-defaults", level: 4, needs: [.loads],
        reason: "A filter whose other inputs have their defaults must return an image that isn't empty."
    ) { filter, context in
        context.note("rendering with default settings")
        return .of(failures: try RenderTrial.failures(of: filter, .defaults))
    }
}

/// Renders a filter's result and returns the problems.
enum RenderTrial {
    static func failures(of filter: FilterSubject, _ settings: FilterSettings) throws -> [Finding] {
        let images = ImageInputs.small
        do {
            let image = try filter.output(settings, images: images)
            let extent = image.extent
            if [extent.origin.x, extent.origin.y, extent.width, extent.height].contains(where: \.isNaN) {
                return [
                    Finding(
                        "with \(settings.text), the extent is not a number", remedy: "compute it from finite numbers")
                ]
            }
            let region = ValidationRenderer.region(of: image, around: images.frame)
            if region.isEmpty {
                // A distant extent is valid; an empty one is not.
                if !extent.isNull, extent.width > 0, extent.height > 0 { return [] }
                return [
                    Finding(
                        "with \(settings.text), the result has an empty extent",
                        remedy: "give the kernel the extent in which its result is defined")
                ]
            }
            _ = try ValidationRenderer.usual.pixels(of: image, in: region)
            return []
        } catch {
            try UnitCrash.rethrow(error)
            return [Finding("with \(settings.text): \(ErrorText.of(error))")]
        }
    }
}
