// Swift Testing ships a cross-import overlay for Apple's Core Image: a file that imports both `Testing` and `CoreImage`
// imports this module as well, and does not compile where there is none. On Apple's systems the module attaches images
// to tests; here it exists so that such files compile.

@_exported import CoreImage
