extension ImageFileFormat {
    /// Whether the libraries on this machine have an encoder.
    package var isWritable: Bool {
        guard let encoding = record.encoding else { return false }
        record.module?.load()
        return encoding.encoder.isAvailable
    }

    /// The formats that can be written on this machine.
    package static var writable: [ImageFileFormat] { allCases.filter(\.isWritable) }

    /// How files of this format store a picture's properties; nil if the format can't be written.
    package var kept: KeptProperties? { record.encoding?.kept }

    /// The component sizes that the format can store, the default first; empty if the format can't be written.
    package var depths: [ImageEncodingOptions.Depth] { kept?.depths.map(\.depth) ?? [] }

    /// The default quality, 0 to 1; nil for lossless formats.
    ///
    /// The scales of encoders differ. With these values, photographs have about the same mean squared error in all
    /// formats as in a JPEG of 0.85.
    package var defaultQuality: Double? { record.encoding?.defaultQuality }

    /// Whether files store the orientation in a way that all programs read.
    package var keepsOrientation: Bool { kept?.orientation == .stored }

    /// Whether files store the colour space of their pixels. OpenEXR does, but for linear spaces only.
    package var keepsProfile: Bool { kept?.profile == .stored }

    /// Whether the written pixels must be in a linear colour space and premultiplied by alpha.
    package var storesLinearLight: Bool { record.encoding?.storesLinearLight ?? false }

    /// Whether the format supports animations.
    package var holdsAnimations: Bool { record.encoding?.holdsAnimations ?? false }
}
