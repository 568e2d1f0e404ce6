import CoreImageEssentials
import InterfaceStamp
import Recipes

/// Hash of the sources that this module was built from.
let interfaceHash = ImageUnitInterface.hash
