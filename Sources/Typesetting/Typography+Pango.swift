import CPango

extension Typography {
    /// Returns the typography as Pango attributes. `scale` is the number of pixels in a point.
    func attributes(scale: Double) -> [UnsafeMutablePointer<PangoAttribute>] {
        var result = [fontAttribute(scale: scale)]
        func units(_ points: Double) -> Int32 {
            let length = points * scale * Double(PANGO_SCALE)
            return Int32(max(-1e8, min(length.isNaN ? 0 : length, 1e8)))
        }
        func part(_ component: Double) -> UInt16 { UInt16((component * 65535).rounded()) }
        result.append(pango_attr_foreground_new(part(color.red), part(color.green), part(color.blue)))
        // In Pango, 0 means that the alpha isn't changed.
        result.append(pango_attr_foreground_alpha_new(max(part(color.alpha), 1)))
        if let background {
            result.append(
                pango_attr_background_new(part(background.red), part(background.green), part(background.blue)))
            result.append(pango_attr_background_alpha_new(max(part(background.alpha), 1)))
        }
        if kerning != 0 { result.append(pango_attr_letter_spacing_new(units(kerning))) }
        if baselineOffset != 0 { result.append(pango_attr_rise_new(units(baselineOffset))) }
        switch underline {
        case .none: break
        case .single: result.append(pango_attr_underline_new(PANGO_UNDERLINE_SINGLE))
        case .double: result.append(pango_attr_underline_new(PANGO_UNDERLINE_DOUBLE))
        }
        if strikethrough != .none { result.append(pango_attr_strikethrough_new(1)) }
        return result.compactMap { $0 }
    }

    private func fontAttribute(scale: Double) -> UnsafeMutablePointer<PangoAttribute>? {
        let description = pango_font_description_new()
        defer { pango_font_description_free(description) }
        pango_font_description_set_family(description, font.families.joined(separator: ","))
        pango_font_description_set_weight(description, PangoWeight(UInt32(font.weight)))
        pango_font_description_set_style(description, font.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
        pango_font_description_set_stretch(
            description, font.isCondensed ? PANGO_STRETCH_CONDENSED : PANGO_STRETCH_NORMAL)
        // In Pango, size 0 means that no size is set.
        pango_font_description_set_absolute_size(description, max(size * scale, 1e-3) * Double(PANGO_SCALE))
        return pango_attr_font_desc_new(description)
    }
}
