import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// L*a*b* values computed by CIE's formula must convert back to the original colours.
    static let convertLabToRGB = FilterOracle("CIConvertLabToRGB", .formula) {
        let colors = PixelGrid.colorful(x: -3, y: 5, width: 9, height: 8)
        for isNormalized in [false, true] {
            let lab = PixelGrid(x: colors.x, y: colors.y, width: colors.width, height: colors.height) { x, y in
                let color = PlainColor(colors[x, y])
                let lab = LabFormula(color)
                let numbers =
                    isNormalized
                    ? PlainColor(lab.l / 100, (lab.a + 128) / 256, (lab.b + 128) / 256, color.alpha)
                    : PlainColor(lab.l, lab.a, lab.b, color.alpha)
                return numbers.pixel
            }
            let image = lab.image.applyingFilter("CIConvertLabToRGB", parameters: ["inputNormalize": isNormalized])
            #expect(image.extent == colors.bounds)
            try expect(image, in: colors.bounds.insetBy(dx: -1, dy: -1), tolerance: 2e-3) { x, y in
                colors[x, y].w == 0 ? .zero : colors[x, y]
            }
        }
    }
}
