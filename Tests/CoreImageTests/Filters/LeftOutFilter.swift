/// A filter of the catalogue that isn't built in, and why.
struct LeftOutFilter: Sendable {
    let name: String
    let reason: String

    static let all = [
        LeftOutFilter(
            name: "CIDepthBlurEffect",
            reason: "Faces, camera calibration, gain map and aperture shape among its inputs have no effect yet.")
    ]
}
