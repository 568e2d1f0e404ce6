import PictureWorker

/// What the service does, as its configuration file says.
package struct ServiceConfiguration: Decodable, Sendable {
    package var listen = ListenSettings()
    /// The sources of pictures, by the name that they have in addresses.
    package var sources: [String: SourceSettings] = [:]
    /// Folders of image units whose filters recipes and chains may have. Code of units doesn't run.
    package var units: [String] = []
    /// Why filters of image units can't be used. They don't keep the service from starting.
    package var unitProblems: [String] = []
    /// The recipes, by the name that they have in addresses.
    package var recipes: [String: RecipeSettings] = [:]
    /// Results whose parameters are in the address. Nil for none.
    package var images: ImageSettings?
    /// Whether clients may send pictures with recipes of their own.
    package var takesPictures = true
    /// The formats of results, in order of preference. If none are given, those that can be written on this machine,
    /// when the configuration is loaded.
    package var formats: [ResultFormat] = []
    /// The field `Cache-Control` of results.
    package var cacheControl = "public, max-age=86400"
    package var limits = ServiceLimits()
    package var worker = WorkerOptions()

    private enum Key: String, CodingKey, CaseIterable {
        case listen, sources, units, recipes, images, render, formats, limits, worker
        case cacheControl = "cache_control"
    }

    package init() {}

    package init(from decoder: any Decoder) throws {
        let fields = try RequestField.container(of: decoder, Key.self, "the configuration, an object,")
        listen = try fields.decodeIfPresent(ListenSettings.self, forKey: .listen) ?? listen
        sources = try fields.decodeIfPresent([String: SourceSettings].self, forKey: .sources) ?? [:]
        try Self.check(sources.keys, decoder.codingPath + [Key.sources])
        units = try fields.decodeIfPresent([String].self, forKey: .units) ?? []
        for path in units { _ = try RequestField.path(path, decoder.codingPath + [Key.units]) }
        recipes = try fields.decodeIfPresent([String: RecipeSettings].self, forKey: .recipes) ?? [:]
        try Self.check(recipes.keys, decoder.codingPath + [Key.recipes])
        images = try fields.decodeIfPresent(ImageSettings.self, forKey: .images)
        let given = try fields.decodeIfPresent([ResultFormat].self, forKey: .formats)
        try RequestField.check(given?.isEmpty != true, "at least one format", decoder.codingPath + [Key.formats])
        formats = given ?? []
        cacheControl = try fields.text(.cacheControl) ?? cacheControl
        limits = try fields.decodeIfPresent(ServiceLimits.self, forKey: .limits) ?? limits
        worker = try fields.decodeIfPresent(WorkerOptions.self, forKey: .worker) ?? worker
        takesPictures = try fields.decodeIfPresent(Bool.self, forKey: .render) ?? worker.isIsolated
        // Outside of the sandbox, the settings of a chain could name any file of the machine.
        try RequestField.check(
            !takesPictures || worker.isIsolated, "false, because \"worker.isolate\" is false,",
            decoder.codingPath + [Key.render])
    }

    /// Checks that names can be parts of an address.
    private static func check(_ names: some Sequence<String>, _ path: [any CodingKey]) throws {
        for name in names.sorted() {
            let isUsable =
                (1...64).contains(name.utf8.count)
                && name.unicodeScalars.allSatisfy {
                    $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-" || $0 == "_")
                }
            try RequestField.check(isUsable, "instead of \"\(name)\", a name of letters, digits, - and _", path)
        }
    }
}
