import CoreImage
import Foundation
import PictureWorker
import UntrustedInput

extension ServiceConfiguration {
    /// Loads the image units of folders into this process, without their code, and adds the filters that can't be used
    /// to ``unitProblems``.
    mutating func loadUnits(in folders: [String]) {
        for folder in folders {
            let url = URL(fileURLWithPath: folder, isDirectory: true)
            let reports = CIPlugIn.reports(scanning: url, allowExecutableCode: false)
            LoadedUnits.shared.add(reports)
            for report in reports {
                unitProblems += report.problems.filter(\.isError).map { printable("\($0)", limit: 1000) }
                let unit = printable(report.url.lastPathComponent)
                unitProblems += report.filters.filter { $0.state == .notAllowed }.map {
                    "\(unit): \(printable($0.name)) has code of its own, which the service doesn't run; use its other "
                        + "filters, or this one with coreimage apply"
                }
            }
        }
    }
}
