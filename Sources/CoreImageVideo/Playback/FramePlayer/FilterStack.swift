import CoreImageEssentials

/// Copies of filters that are applied one after the other. They are used by one thread at a time.
struct FilterStack {
    private nonisolated(unsafe) let filters: [CIFilter]

    /// - Throws: The `inputError` of a filter, or an error if a filter has no input for an image.
    init(_ filters: [CIFilter]) throws {
        for filter in filters {
            if let error = filter.inputError { throw error }
            guard filter.inputKeys.contains(kCIInputImageKey) else {
                throw FramePlayerError.noInputImage(filter: filter.name)
            }
        }
        self.filters = filters.compactMap { $0.copy() as? CIFilter }
    }

    /// A chain that applies the filters.
    var chain: FramePlayer.Chain {
        { [self] image, _ in
            try filters.reduce(image) { image, filter in
                filter.setValue(image, forKey: kCIInputImageKey)
                // The filter shouldn't keep the frame's memory until the next frame.
                defer { filter.setValue(nil, forKey: kCIInputImageKey) }
                return try filter.renderableOutput()
            }
        }
    }
}
