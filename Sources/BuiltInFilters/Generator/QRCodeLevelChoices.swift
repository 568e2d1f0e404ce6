import FilterControls

/// The error correction levels of QR codes, for controls.
enum QRCodeLevelChoices {
    static var attributes: [String: Any] {
        let levels = [
            ("L", "Low: 7 % may be damaged"), ("M", "Medium: 15 %"), ("Q", "Quartile: 25 %"), ("H", "High: 30 %"),
        ]
        return ["inputCorrectionLevel": [kCIAttributeChoices: levels.map { ["value": $0.0, "name": $0.1] }]]
    }
}
