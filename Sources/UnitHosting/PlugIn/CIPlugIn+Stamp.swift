import CoreImageEssentials
import ImageUnits
import UnitFunctions

extension CIPlugIn {
    /// The build stamp that an executable unit must have to be loaded into this process.
    ///
    /// The unit's Info.plist holds this dictionary under `CoreImageStamp`, with the keys `Compiler`, `Interface` and
    /// `Architecture`, and `CInterface` for units written in C. Tools that build units write it there;
    /// `coreimage units --stamp` prints it.
    public class var executableUnitStamp: [String: String] {
        let version = ["CInterface": "\(UnitLibrary.interfaceVersion)"]
        return ImageUnitStamp.host(interface: interfaceHash).propertyList.merging(version) { $1 }
    }
}
