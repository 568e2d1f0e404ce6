@_exported import BuiltInFilters
@_exported import CoreImageEssentials
@_exported import Detection
@_exported import FilterControls
@_exported import Recipes
@_exported import UnitHosting
