// Video4Linux: the kernel's structures for cameras, and its requests and formats, whose macros Swift doesn't import.
#include <linux/videodev2.h>

static const unsigned long cv4l2_query_capabilities = VIDIOC_QUERYCAP;
static const unsigned long cv4l2_enumerate_formats = VIDIOC_ENUM_FMT;
static const unsigned long cv4l2_enumerate_sizes = VIDIOC_ENUM_FRAMESIZES;
static const unsigned long cv4l2_enumerate_intervals = VIDIOC_ENUM_FRAMEINTERVALS;
static const unsigned long cv4l2_set_format = VIDIOC_S_FMT;
static const unsigned long cv4l2_set_parameters = VIDIOC_S_PARM;
static const unsigned long cv4l2_request_buffers = VIDIOC_REQBUFS;
static const unsigned long cv4l2_query_buffer = VIDIOC_QUERYBUF;
static const unsigned long cv4l2_queue_buffer = VIDIOC_QBUF;
static const unsigned long cv4l2_dequeue_buffer = VIDIOC_DQBUF;
static const unsigned long cv4l2_start_stream = VIDIOC_STREAMON;
static const unsigned long cv4l2_stop_stream = VIDIOC_STREAMOFF;

static const unsigned int cv4l2_format_yuyv = V4L2_PIX_FMT_YUYV;
static const unsigned int cv4l2_format_uyvy = V4L2_PIX_FMT_UYVY;
static const unsigned int cv4l2_format_nv12 = V4L2_PIX_FMT_NV12;
static const unsigned int cv4l2_format_yu12 = V4L2_PIX_FMT_YUV420;
static const unsigned int cv4l2_format_rgb3 = V4L2_PIX_FMT_RGB24;
static const unsigned int cv4l2_format_bgr3 = V4L2_PIX_FMT_BGR24;
static const unsigned int cv4l2_format_grey = V4L2_PIX_FMT_GREY;
static const unsigned int cv4l2_format_mjpg = V4L2_PIX_FMT_MJPEG;
static const unsigned int cv4l2_format_jpeg = V4L2_PIX_FMT_JPEG;

static const unsigned int cv4l2_can_capture = V4L2_CAP_VIDEO_CAPTURE;
static const unsigned int cv4l2_can_stream = V4L2_CAP_STREAMING;
static const unsigned int cv4l2_has_device_capabilities = V4L2_CAP_DEVICE_CAPS;
static const unsigned int cv4l2_can_set_interval = V4L2_CAP_TIMEPERFRAME;
static const unsigned int cv4l2_buffer_has_error = V4L2_BUF_FLAG_ERROR;
static const unsigned int cv4l2_timestamp_mask = V4L2_BUF_FLAG_TIMESTAMP_MASK;
static const unsigned int cv4l2_timestamp_monotonic = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
// Marks a format whose new fields for colours are valid.
static const unsigned int cv4l2_format_magic = V4L2_PIX_FMT_PRIV_MAGIC;
