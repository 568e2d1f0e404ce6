extension ValidationCheck {
    /// Checks that the filter renders a picture at both ends of every range.
    static let rendersAtLimits = ValidationCheck(
        filter: "renders-at-limits", level: 4, needs: [.rendersAtDefaults],
        reason: "People drag sliders to their ends; a division by zero waits there."
    ) { filter, context in
        let settings = FilterSettings.limits(of: InputProfile.all(of: try filter.make()))
        if settings.isEmpty { return .skipped("the filter has no numbers with limits") }
        var failures: [Finding] = []
        for setting in settings {
            context.note("rendering with \(setting.text)")
            failures += try RenderTrial.failures(of: filter, setting)
        }
        return .of(failures: failures, notes: ["\(settings.count) settings"])
    }
}
