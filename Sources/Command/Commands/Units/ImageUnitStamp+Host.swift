import CommandOutput
import CoreImage
import ImageUnits
import UnitAuthoring

extension ImageUnitStamp {
    /// Returns the stamp of units that are built for this command.
    static func ofHost() throws -> ImageUnitStamp {
        let stamp = CIPlugIn.executableUnitStamp
        guard let interface = stamp["Interface"] else {
            throw Refusal("this command doesn't know its own interface; build it anew")
        }
        return .host(interface: interface)
    }
}
