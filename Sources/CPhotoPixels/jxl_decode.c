#include <stdlib.h>
#include <string.h>

#include "jxl_library.h"

#include "canvas.h"

LIBRARY_DEFINE(jxl, JXL_FUNCTIONS, LIBRARY_NONE, .name = "libjxl", .version = "0.7 to 0.11",
               .packages = "debian12=libjxl0.7 debian=libjxl0.11 ubuntu=libjxl0.7 fedora=libjxl arch=libjxl",
               .files = {"libjxl.so.0.11", "libjxl.so.0.10", "libjxl.so.0.9", "libjxl.so.0.8", "libjxl.so.0.7"},
               .version_function = "JxlDecoderVersion", .version_form = LIBRARY_VERSION_DECIMAL)

enum {
  /// The initial number of bytes for parsing the header.
  HEADER_SIZE = 64 * 1024,
  PROFILE_LIMIT = 16 * 1024 * 1024,
  /// More than in any photo: RGB, alpha, depth, heat map.
  CHANNEL_LIMIT = 16,
};

static const JxlPixelFormat FORMAT = {4, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};

typedef struct {
  const uint8_t *bytes;
  size_t size;
  JxlBasicInfo info;
  bool wants_profile;
  uint64_t byte_limit;  ///< The memory limit for libjxl, in addition to the file and the pixels.
  photo_picture *picture;
  uint8_t *pixels;      ///< RGBA output of libjxl.
  bool is_decoded;
} job;

static uint64_t pixels_size(const JxlBasicInfo *info) { return (uint64_t)info->xsize * info->ysize * 4; }

/// Precedes each allocated block.
typedef union {
  size_t size;
  max_align_t alignment;
} block;

typedef struct {
  uint64_t left;
} purse;

static void *take(void *context, size_t size) {
  purse *purse = context;
  if (size > purse->left || size > SIZE_MAX - sizeof(block)) return NULL;
  block *memory = malloc(sizeof(block) + size);
  if (!memory) return NULL;
  memory->size = size;
  purse->left -= size;
  return memory + 1;
}

static void give_back(void *context, void *memory) {
  if (!memory) return;
  block *start = (block *)memory - 1;
  ((purse *)context)->left += start->size;
  free(start);
}

static bool takes_format(void) { return libjxl()->Version() < JXL_WITHOUT_FORMAT; }

/// Whether the output is sRGB, which needs no profile.
static bool is_srgb(JxlDecoder *decoder) {
  typedef JxlDecoderStatus with_format(const JxlDecoder *, const JxlPixelFormat *, JxlColorProfileTarget, JxlColorEncoding *);
  typedef JxlDecoderStatus without_format(const JxlDecoder *, JxlColorProfileTarget, JxlColorEncoding *);
  JxlColorEncoding colors;
  jxl_function get = (jxl_function)libjxl()->GetColorAsEncodedProfile;
  JxlDecoderStatus status = takes_format()
                                ? ((with_format *)get)(decoder, &FORMAT, JXL_COLOR_PROFILE_TARGET_DATA, &colors)
                                : ((without_format *)get)(decoder, JXL_COLOR_PROFILE_TARGET_DATA, &colors);
  if (status != JXL_DEC_SUCCESS || colors.transfer_function != JXL_TRANSFER_FUNCTION_SRGB) return false;
  if (colors.color_space == JXL_COLOR_SPACE_GRAY) return true;
  return colors.color_space == JXL_COLOR_SPACE_RGB && colors.white_point == JXL_WHITE_POINT_D65 &&
         colors.primaries == JXL_PRIMARIES_SRGB;
}

static bool read_profile(JxlDecoder *decoder, uint8_t *profile, size_t size) {
  typedef JxlDecoderStatus with_format(const JxlDecoder *, const JxlPixelFormat *, JxlColorProfileTarget, uint8_t *, size_t);
  typedef JxlDecoderStatus without_format(const JxlDecoder *, JxlColorProfileTarget, uint8_t *, size_t);
  jxl_function get = (jxl_function)libjxl()->GetColorAsICCProfile;
  JxlDecoderStatus status = takes_format()
                                ? ((with_format *)get)(decoder, &FORMAT, JXL_COLOR_PROFILE_TARGET_DATA, profile, size)
                                : ((without_format *)get)(decoder, JXL_COLOR_PROFILE_TARGET_DATA, profile, size);
  return status == JXL_DEC_SUCCESS;
}

static bool get_profile_size(JxlDecoder *decoder, size_t *size) {
  typedef JxlDecoderStatus with_format(const JxlDecoder *, const JxlPixelFormat *, JxlColorProfileTarget, size_t *);
  typedef JxlDecoderStatus without_format(const JxlDecoder *, JxlColorProfileTarget, size_t *);
  jxl_function get = (jxl_function)libjxl()->GetICCProfileSize;
  JxlDecoderStatus status = takes_format() ? ((with_format *)get)(decoder, &FORMAT, JXL_COLOR_PROFILE_TARGET_DATA, size)
                                           : ((without_format *)get)(decoder, JXL_COLOR_PROFILE_TARGET_DATA, size);
  return status == JXL_DEC_SUCCESS;
}

static void copy_profile(JxlDecoder *decoder, const job *job) {
  size_t size = 0;
  if (!job->wants_profile || job->picture->profile || is_srgb(decoder)) return;
  if (!get_profile_size(decoder, &size)) return;
  if (size == 0 || size > PROFILE_LIMIT) return;
  uint8_t *profile = malloc(size);
  if (profile && read_profile(decoder, profile, size)) {
    job->picture->profile = profile;
    job->picture->profile_size = size;
  } else {
    free(profile);
  }
}

/// Creates a decoder for bytes in memory that preserves the stored orientation, or returns NULL. Without a runner it is
/// single-threaded.
static JxlDecoder *open_decoder(const job *job, const JxlMemoryManager *manager, int events) {
  JxlDecoder *decoder = libjxl()->Create(manager);
  if (!decoder) return NULL;
  if (libjxl()->SubscribeEvents(decoder, events) == JXL_DEC_SUCCESS &&
      libjxl()->SetKeepOrientation(decoder, JXL_TRUE) == JXL_DEC_SUCCESS &&
      libjxl()->SetInput(decoder, job->bytes, job->size) == JXL_DEC_SUCCESS)
    return decoder;
  libjxl()->Destroy(decoder);
  return NULL;
}

/// Sets the output buffer. Returns false for an unexpected size.
static bool set_pixels(JxlDecoder *decoder, const job *job) {
  size_t size = 0;
  return libjxl()->ImageOutBufferSize(decoder, &FORMAT, &size) == JXL_DEC_SUCCESS &&
         size == pixels_size(&job->info) &&
         libjxl()->SetImageOutBuffer(decoder, &FORMAT, job->pixels, size) == JXL_DEC_SUCCESS;
}

/// Decodes the first frame. Returns `true` if there are pixels, possibly incomplete.
static bool decode_frame(job *job) {
  purse purse = {.left = job->byte_limit};
  JxlMemoryManager manager = {&purse, take, give_back};
  JxlDecoder *decoder = open_decoder(job, &manager, JXL_DEC_COLOR_ENCODING | JXL_DEC_FRAME | JXL_DEC_FULL_IMAGE);
  if (!decoder) return false;
  bool is_truncated = false, goes_on = true;
  while (goes_on) {
    switch (libjxl()->ProcessInput(decoder)) {
      case JXL_DEC_COLOR_ENCODING: copy_profile(decoder, job); break;
      case JXL_DEC_FRAME: break;
      case JXL_DEC_NEED_IMAGE_OUT_BUFFER: goes_on = set_pixels(decoder, job); break;
      case JXL_DEC_FULL_IMAGE:
        job->is_decoded = true;
        goes_on = false;
        break;
      case JXL_DEC_NEED_MORE_INPUT:
        is_truncated = libjxl()->FlushImage(decoder) == JXL_DEC_SUCCESS;
        goes_on = false;
        break;
      default: goes_on = false;
    }
  }
  libjxl()->Destroy(decoder);
  return job->is_decoded || is_truncated;
}

/// Parses the header. Returns JXL_DEC_BASIC_INFO on success, or JXL_DEC_NEED_MORE_INPUT if it is incomplete.
static JxlDecoderStatus parse_info(job *job) {
  JxlDecoder *decoder = open_decoder(job, NULL, JXL_DEC_BASIC_INFO);
  if (!decoder) return JXL_DEC_ERROR;
  JxlDecoderStatus status = libjxl()->ProcessInput(decoder);
  if (status == JXL_DEC_BASIC_INFO && libjxl()->GetBasicInfo(decoder, &job->info)) status = JXL_DEC_ERROR;
  libjxl()->Destroy(decoder);
  return status;
}

static photo_status copy_pixels(const job *job, const photo_request *request) {
  const JxlBasicInfo *info = &job->info;
  photo_picture *picture = job->picture;
  photo_request turned = *request;
  if (turned.part_orientation == 0) turned.part_orientation = picture->orientation;
  canvas canvas;
  photo_status status = photo_canvas_open(&canvas, picture, &turned, info->xsize, info->ysize, 1, 0);
  if (status) return status;
  size_t length = (size_t)info->xsize * 4;
  for (uint32_t row = 0; row < info->ysize && !photo_canvas_is_full(&canvas); row++) {
    uint8_t *to = photo_canvas_row(&canvas);
    memcpy(to, job->pixels + row * length, length);
    if (picture->has_alpha && !info->alpha_premultiplied) photo_premultiply(to, info->xsize);
    photo_canvas_commit(&canvas);
  }
  photo_canvas_close(&canvas);
  return PHOTO_OK;
}

/// Reads the first bytes of the file. Returns NULL on failure.
static uint8_t *read_bytes(const photo_input *input, size_t size) {
  uint8_t *bytes = malloc(size);
  if (bytes && photo_read_at(input, 0, bytes, size) == size) return bytes;
  free(bytes);
  return NULL;
}

/// Parses the header from as few bytes as possible: the required memory must be known before the entire file is read.
static bool read_info(const photo_input *input, job *job) {
  size_t size = HEADER_SIZE < input->size ? HEADER_SIZE : (size_t)input->size;
  for (;;) {
    uint8_t *bytes = read_bytes(input, size);
    if (!bytes) return false;
    job->bytes = bytes;
    job->size = size;
    JxlDecoderStatus status = parse_info(job);
    free(bytes);
    if (status != JXL_DEC_NEED_MORE_INPUT || size == input->size) return status == JXL_DEC_BASIC_INFO;
    size = size < input->size / 8 ? size * 8 : (size_t)input->size;
  }
}

/// Decodes a file after reserving memory.
static photo_status decode_bytes(job *job, const photo_request *request) {
  photo_picture *picture = job->picture;
  job->pixels = calloc(1, (size_t)pixels_size(&job->info));
  if (!job->pixels) return photo_fail(picture, PHOTO_NO_MEMORY, "no memory");
  if (!decode_frame(job)) return photo_fail(picture, PHOTO_DAMAGED, "libjxl cannot decode it");
  // Flushed output is transparent where data is missing, like unwritten memory.
  picture->is_truncated = !job->is_decoded;
  picture->has_alpha = job->info.alpha_bits > 0 || picture->is_truncated;
  return copy_pixels(job, request);
}

bool photo_load_jxl(char message[]) { return libjxl_is_loaded(message); }

photo_status photo_decode_jxl(const photo_input *input, const photo_request *request, photo_picture *picture) {
  memset(picture, 0, sizeof *picture);
  if (!libjxl_is_loaded(picture->message)) return PHOTO_UNSUPPORTED;
  if (input->size == 0 || input->size > request->byte_limit)
    return photo_fail(picture, PHOTO_TOO_LARGE, "more bytes than the limit");
  job job = {.wants_profile = request->wants_profile, .picture = picture};
  if (!read_info(input, &job)) return photo_fail(picture, PHOTO_DAMAGED, "no header of JPEG XL");
  picture->orientation = (uint8_t)job.info.orientation;
  photo_status status = photo_check_size(picture, request, job.info.xsize, job.info.ysize);
  if (status) return status;
  if (job.info.num_extra_channels > CHANNEL_LIMIT) return photo_fail(picture, PHOTO_UNSUPPORTED, "too many channels");
  // libjxl decodes most photos piece by piece. For lossless, progressive or multichannel photos it allocates three
  // 32-bit numbers per sample. A photo that may exhaust the budget is decoded exclusively.
  uint64_t area = pixels_size(&job.info), working = area * (3 + (uint64_t)job.info.num_extra_channels) * 3;
  uint64_t needed = input->size + area;
  if (needed > request->byte_limit) return photo_fail(picture, PHOTO_TOO_LARGE, "more memory than the limit");
  job.byte_limit = request->byte_limit - needed;
  if (working > job.byte_limit) working = job.byte_limit;
  if ((status = photo_reserve(picture, request, needed + working))) return status;
  uint8_t *bytes = read_bytes(input, (size_t)input->size);
  if (!bytes) return photo_fail(picture, PHOTO_DAMAGED, "it became shorter while it was read");
  job.bytes = bytes;
  job.size = (size_t)input->size;
  status = decode_bytes(&job, request);
  free(job.pixels);
  free(bytes);
  return status;
}
