#pragma once

// What the module CoreImage supplies to CoreImageEssentials, which it imports itself: a retained object that conforms
// to the Swift protocol SuppliedParts. CoreImage defines the function; the linker brings the two together.
void *_Nonnull coreimage_parts(void);
