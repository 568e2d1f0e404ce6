import Foundation

extension HostileCase {
    /// Recipes that would take hours, or more memory than there is. If the cost certainly exceeds the limit, they are
    /// refused with the cost; otherwise rendering stops at the deadline.
    static let costlyRecipes: [HostileCase] = [
        tooCostly("600 Gaussian blurs", "CIGaussianBlur", 600, ["inputRadius": 10]),
        late("300 Gaussian blurs of which 64 × 64 pixels are wanted", "CIGaussianBlur", 300, ["inputRadius": 10]),
        tooCostly("500 Gaussian blurs of radius 2000", "CIGaussianBlur", 500, ["inputRadius": 2000]),
        recipe(
            "500 Gaussian blurs of radius 10⁵", "CIGaussianBlur", 500, ["inputRadius": 100_000], arguments: [],
            expected: .refusal(["over the limit", "gigapixels"])),
        tooCostly(
            "40 bokeh blurs", "CIBokehBlur", 40,
            ["inputRadius": 500, "inputRingAmount": 1, "inputRingSize": 0.2, "inputSoftness": 10]),
        tooCostly("100 disc blurs of radius 10⁴", "CIDiscBlur", 100, ["inputRadius": 10_000]),
        tooCostly("500 box blurs of radius 10⁵", "CIBoxBlur", 500, ["inputRadius": 100_000]),
        tooCostly("ten morphologies of radius 10⁶", "CIMorphologyMaximum", 10, ["inputRadius": 1_000_000]),
        tooCostly(
            "ten morphologies of 10⁶ columns and rows", "CIMorphologyRectangleMaximum", 10,
            ["inputWidth": 1_000_001, "inputHeight": 1_000_001]),
        either("ten minima of radius 10⁶", "CIMorphologyMinimum", 10, ["inputRadius": 1_000_000]),
        tooCostly("200 motion blurs of radius 2000", "CIMotionBlur", 200, ["inputRadius": 2000, "inputAngle": 0.7]),
        either(
            "100 clusterings of 128 colours", "CIKMeans", 100, ["inputCount": 128, "inputPasses": 20],
            of: [0, 0, 64, 64]),
        either("30 enlargements to ten times the size", "CILanczosScaleTransform", 30, ["inputScale": 10]),
        recipe(
            "600 Gaussian blurs in a property list", "CIGaussianBlur", 600, ["inputRadius": 10], isPropertyList: true,
            arguments: [], expected: .refusal(["costs at least", "gaussian blur"])),
        recipe(
            "two blurs, which nobody is to refuse", "CIGaussianBlur", 2, ["inputRadius": 10],
            arguments: ["--deadline", "60"], expected: .acceptance([])),
    ]

    /// Recipes of so many steps that a build for debugging reads them for seconds.
    static let longRecipes: [HostileCase] = [
        late("5,000 medians", "CIMedianFilter", 5000, [:]),
        late("20,000 sharpenings", "CISharpenLuminance", 20_000, ["inputSharpness": 10, "inputRadius": 20]),
        either("20,000 inversions", "CIColorInvert", 20_000, [:]),
    ]

    /// A recipe whose cost certainly exceeds the limit.
    private static func tooCostly(
        _ name: String, _ filter: String, _ count: Int, _ inputs: [String: Double]
    ) -> HostileCase {
        recipe(
            name, filter, count, inputs, arguments: [],
            expected: .refusal(["limit"]))
    }

    /// A recipe of which a small part is rendered, until the deadline stops it. The deadline is far below the second
    /// in which the fastest machines render 5,000 medians.
    private static func late(
        _ name: String, _ filter: String, _ count: Int, _ inputs: [String: Double]
    ) -> HostileCase {
        recipe(
            name, filter, count, inputs, arguments: ["--size", "64x64", "--deadline", "0.05"],
            expected: .refusal(["deadline of 0.05", "--deadline"]))
    }

    /// A recipe for which it depends on the machine whether the deadline comes first.
    private static func either(
        _ name: String, _ filter: String, _ count: Int, _ inputs: [String: Double], of area: [Double]? = nil
    ) -> HostileCase {
        recipe(
            name, filter, count, inputs, of: area, arguments: ["--size", "64x64", "--deadline", "1"],
            expected: .acceptanceOrRefusal(["raise the", "CIContextOption."]))
    }

    /// A recipe that applies the same filter repeatedly to 64 × 64 pixels.
    private static func recipe(
        _ name: String, _ filter: String, _ count: Int, _ inputs: [String: Double], of area: [Double]? = nil,
        isPropertyList: Bool = false, arguments: [String], expected: HostileExpectation
    ) -> HostileCase {
        // Most of the time is spent on reading and creating the filters, which isn't optimised in tests.
        HostileCase(name, .recipe, timeLimit: .seconds(60), memoryLimit: 1600 << 20, expected: expected) { folder in
            var steps: [[String: Any]] = [
                ["filter": "CICheckerboardGenerator", "inputs": ["inputWidth": 5]],
                ["crop": 0, "to": [0, 0, 64, 64]],
            ]
            for number in 0..<count {
                var values: [String: Any] = inputs
                values["inputImage"] = ["step": number + 1]
                if let area { values["inputExtent"] = ["vector": area] }
                steps.append(["filter": filter, "inputs": values])
            }
            let recipe: [String: Any] = ["format": 1, "steps": steps]
            let file = "evil." + (isPropertyList ? "plist" : "json")
            let data =
                try isPropertyList
                ? PropertyListSerialization.data(fromPropertyList: recipe, format: .xml, options: 0)
                : JSONSerialization.data(withJSONObject: recipe)
            try data.write(to: folder.appendingPathComponent(file))
            return [HostileInvocation(["apply", "--recipe", file, "-o", "out.png"] + arguments)]
        }
    }
}
