import KernelLanguage
import Pixels

/// One run, which reads the places of columns and rows from a table.
extension ClusterSamples: KernelComposedOperator {
    func kernelRuns(for region: PixelRect) throws -> [OperatorRun] {
        let table = Raster(bounds: PixelRect(x: 0, y: 0, width: max(1, region.width, region.height), height: 1))
        for index in 0..<region.width { table.row(0)[index].x = Float(column(region.x + index)) }
        for index in 0..<region.height { table.row(0)[index].y = Float(row(region.y + index)) }
        return [OperatorRun(Self.program, region: region, .input(0), .table(table), .whole(region.x, region.y))]
    }

    private static let program = OperatorKernel.program(
        """
        kernel vec4 samples(sampler image, sampler places, vec2 start) {
            vec2 here = destCoord() - start;
            vec2 place = vec2(sample(places, vec2(here.x, 0.5)).x, sample(places, vec2(here.y, 0.5)).y);
            return at(image, place + 0.5);
        }
        """)
}
