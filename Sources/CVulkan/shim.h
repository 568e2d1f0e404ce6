// The declarations of Vulkan. Nothing is linked: the library is opened at run time.
#ifndef COREIMAGE_CVULKAN_H
#define COREIMAGE_CVULKAN_H

#include <vulkan/vulkan_core.h>

// Macros with casts, which Swift doesn't import.
static const uint32_t coreimage_vulkan_1_2 = VK_API_VERSION_1_2;
static const uint32_t coreimage_vulkan_queue_family_ignored = VK_QUEUE_FAMILY_IGNORED;
static const uint32_t coreimage_vulkan_queue_family_external = VK_QUEUE_FAMILY_EXTERNAL;
static const VkDeviceSize coreimage_vulkan_whole_size = VK_WHOLE_SIZE;

#endif
