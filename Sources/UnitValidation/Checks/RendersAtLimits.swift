extension ValidationCheck {
    /// Checks that the filter renders a picture at both ends of every range.
    static let rendersAtLimits = ValidationCheck(
        filter: "renders-at-limits", level: 4, needs: [.rendersAtDefaults],
        reason: "Users set sliders to their ends, where formulas may divide by zero."
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
