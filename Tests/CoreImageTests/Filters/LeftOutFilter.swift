/// A filter of the catalogue that this library leaves out, and the reason.
struct LeftOutFilter: Sendable {
    let name: String
    let reason: String

    static let all = [
        LeftOutFilter(
            name: "CICoreMLModelFilter", reason: "It runs models of Core ML, a format and a runtime of Apple's systems."
        ),
        LeftOutFilter(
            name: "CIDepthBlurEffect",
            reason:
                "Its look is a portrait camera's: faces, calibration, gain map and aperture shape have no public effect."
        ),
        LeftOutFilter(
            name: "CIPersonSegmentation", reason: "The model that finds people is part of Apple's systems."),
        LeftOutFilter(
            name: "CISaliencyMapFilter",
            reason: "The model that finds what attracts the eye is part of Apple's systems."),
    ]
}
