import Pixels

extension ValidationCheck {
    /// Checks that regions of interest contain all pixels that kernels and units' processors read.
    static let regionsCoverReads = ValidationCheck(
        filter: "regions-cover-reads", level: 6, needs: [.rendersAtDefaults, .deterministic],
        reason:
            "A kernel reads nothing outside its region of interest; this check reports a region that is too small, and by how much."
    ) { filter, context in
        let images = ImageInputs.medium
        let inputs = InputProfile.all(of: try filter.make())
        var random = context.randomNumbers(for: filter.name, "regions-cover-reads")
        var settings = [FilterSettings.centered(of: inputs, in: images.frame), .defaults]
        settings += FilterSettings.limits(of: inputs).prefix(2)
        for _ in 0..<3 { settings.append(.random(of: inputs, in: images.frame, using: &random)) }
        var worst: [String: (shortage: RegionSearch.Shortage, settings: FilterSettings)] = [:]
        for setting in settings {
            context.note("testing regions of interest with \(setting.text)")
            guard let image = try? filter.output(setting, images: images) else { continue }
            let frame = ValidationRenderer.region(of: image, around: images.frame)
            if frame.isEmpty { continue }
            let search = RegionSearch(node: image.node)
            for region in ProbedRegions.of(frame) {
                do {
                    for shortage in try search.shortages(in: region) {
                        let key = "\(shortage.step)/\(shortage.input)"
                        if let known = worst[key], known.shortage.isWorse(than: shortage) { continue }
                        worst[key] = (shortage, setting)
                    }
                } catch let error as RegionTrial.TooLarge {
                    return .skipped(error.description)
                }
            }
        }
        return .of(
            failures: worst.sorted { $0.key < $1.key }.map {
                $0.value.shortage.finding($0.value.settings.completed(with: inputs))
            })
    }
}

private enum ProbedRegions {
    /// Returns parts of a result that are likely to reveal errors: in the middle, in corners, narrow ones and a single
    /// pixel.
    static func of(_ frame: PixelRect) -> [PixelRect] {
        let (x, y) = (frame.x + frame.width / 2, frame.y + frame.height / 2)
        return [
            PixelRect(x: x - 12, y: y - 8, width: 24, height: 16), PixelRect(x: x, y: y, width: 1, height: 1),
            PixelRect(x: frame.x + frame.width / 4, y: y, width: frame.width / 2, height: 3),
            PixelRect(x: x, y: frame.y + frame.height / 4, width: 3, height: frame.height / 2),
            PixelRect(x: frame.x, y: frame.y, width: 20, height: 20),
            PixelRect(x: frame.maxX - 20, y: frame.maxY - 20, width: 20, height: 20),
        ].map { $0.intersection(frame) }.filter { !$0.isEmpty }
    }
}

extension RegionSearch.Shortage {
    fileprivate func isWorse(than other: RegionSearch.Shortage) -> Bool {
        (growth ?? .max) >= (other.growth ?? .max)
    }

    fileprivate func finding(_ settings: FilterSettings) -> Finding {
        let place = "the region of interest of input \(input) of the \(step)"
        let part = "(\(region.x), \(region.y), \(region.width) × \(region.height))"
        guard let growth else {
            return Finding(
                "\(place) is more than \(RegionTrial.generousMargin) pixels too small for \(part) with \(settings.text)",
                remedy: "return the whole image")
        }
        return Finding(
            "\(place) is \(growth) pixel\(growth == 1 ? "" : "s") too small for \(part) with \(settings.text)",
            remedy: "grow it by \(growth)")
    }
}
