import CoreImageEssentials
import InterfaceStamp

/// Hash of the sources that this module was built from.
let interfaceHash = ImageUnitInterface.hash
