import BuiltInFilters
import CoreImageEssentials
import Detection

/// Adjusts black, white and the middle tones: `CIToneCurve`, extrapolated beyond white for pictures of extended range.
struct ToneCurveAdjustment: AutoAdjustment {
    func filters(for picture: AnalyzedPicture) throws -> [CIFilter] {
        guard let points = ToneRange(of: picture.sample).curve else { return [] }
        let filter = CIFilter.registered(ToneCurve())
        (filter.point0, filter.point1, filter.point2) = (points[0], points[1], points[2])
        (filter.point3, filter.point4, filter.extrapolate) = (points[3], points[4], true)
        return [filter]
    }
}
