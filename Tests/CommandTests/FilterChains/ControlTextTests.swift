import CoreImage
import Foundation
import Testing

@testable import FilterChains

@Suite("Controls in the JSON of a filter")
struct ControlTextTests {
    @Test(
        "have the form that their descriptions encode",
        arguments: [
            "CIBumpDistortion", "CIColorCubeWithColorSpace", "CIAffineTransform", "CIQRCodeGenerator", "CIFalseColor",
            "CIToneCurve", "CISpotLight", "CIMeshGenerator",
        ])
    func form(name: String) throws {
        let filter = try CIFilter.named(name)
        let printed = try #require(FilterDescriptionText(of: filter).json["controls"] as? [[String: Any]])
        let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(filter.controls()))
        #expect(printed as NSArray == encoded as? NSArray)
    }
}
