#include "video_frame.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "photo_apart.h"
#include "photo_decode.h"
#include "video_picture.h"

enum { SECONDS = 4, PROCESSOR_SECONDS = 6, SINGLE_LIMIT = 256 << 20, HEADER_BYTES = 16 << 20 };
// A frame of 8K has 33 million pixels, and one of the usual 4K 8.3.
static const uint64_t PIXEL_LIMIT = 40000000, USUAL_PIXELS = 8300000, PROCESS_BYTES = 768 << 20;

typedef struct {
  const video_source *source;
  const photo_request *request;
  video_answer *answer;
} job;

/// Does all the work in a process of its own, whose end frees all that it took.
static void work(void *context) {
  job *job = context;
  libavformat()->log_set_level(AV_LOG_QUIET);
  libavformat()->max_alloc(SINGLE_LIMIT);
  video_input input;
  const char *failure = video_input_open(&input, job->source, SECONDS);
  if (failure)
    video_fail(job->answer, PHOTO_DAMAGED, failure);
  else
    video_choose_frame(&input, job->request, job->answer);
}

static photo_status fail(photo_picture *picture, photo_status status, const char *text) {
  snprintf(picture->message, sizeof picture->message, "%s", text);
  return status;
}

/// Copies the frame out of the shared memory. Nothing in it is trusted: a damaged video may have taken over the process.
static photo_status copy_answer(const video_answer *answer, uint64_t room, photo_picture *picture) {
  uint32_t width = answer->width, height = answer->height;
  uint32_t full_width = answer->full_width, full_height = answer->full_height;
  if (answer->status != PHOTO_OK) {
    char message[PHOTO_PICTURE_MESSAGE_SIZE];
    memcpy(message, answer->message, sizeof message);
    message[sizeof message - 1] = 0;
    return fail(picture, answer->status, message);
  }
  // Four times the largest product does not fit into 64 bits.
  uint64_t pixels = (uint64_t)width * height;
  if (pixels == 0 || pixels > room / 4 || full_width < width || full_height < height)
    return fail(picture, PHOTO_DAMAGED, "no frame of the video can be decoded");
  size_t bytes = (size_t)pixels * 4;
  picture->pixels = malloc(bytes);
  if (!picture->pixels) return fail(picture, PHOTO_NO_MEMORY, "no memory");
  memcpy(picture->pixels, answer->pixels, bytes);
  picture->width = width;
  picture->height = height;
  picture->covered_width = width;
  picture->covered_height = height;
  picture->full_width = full_width;
  picture->full_height = full_height;
  return PHOTO_OK;
}

/// Decodes a frame in a process of its own, scaled as the request asks.
static photo_status decode_apart(const video_source *source, const photo_request *request, photo_picture *picture) {
  uint64_t room = PIXEL_LIMIT * 4;
  // Pages that nobody writes to take no memory.
  video_answer *answer = photo_shared_take(sizeof *answer + room);
  if (!answer) return fail(picture, PHOTO_NO_MEMORY, "no memory");
  answer->room = room;
  video_fail(answer, PHOTO_DAMAGED, "the video cannot be decoded within its limits");
  photo_request bounded = *request;
  if (bounded.pixel_limit > PIXEL_LIMIT) bounded.pixel_limit = PIXEL_LIMIT;
  job job = {.source = source, .request = &bounded, .answer = answer};
  uint64_t bytes = request->byte_limit < PROCESS_BYTES ? request->byte_limit : PROCESS_BYTES;
  photo_run_apart(work, &job, bytes, PROCESSOR_SECONDS);
  photo_status status = copy_answer(answer, room, picture);
  photo_shared_free(answer, sizeof *answer + room);
  return status;
}

photo_status video_decode_frame(const video_source *source, const photo_request *request, photo_picture *picture) {
  memset(picture, 0, sizeof *picture);
  if (!libavformat_is_loaded(picture->message) || !libswscale_is_loaded(picture->message)) return PHOTO_UNSUPPORTED;
  picture->message[0] = 0;
  // Two frames in four bytes a pixel, or the few that the decoder holds. Their size is in the header, if anywhere.
  uint64_t pixels = request->coded_pixels > 0 ? request->coded_pixels : USUAL_PIXELS;
  if (pixels > request->pixel_limit || pixels > PIXEL_LIMIT)
    return fail(picture, PHOTO_TOO_LARGE, "more pixels than the limit");
  uint64_t needed = pixels * 8 + HEADER_BYTES;
  if (needed > request->byte_limit) return fail(picture, PHOTO_TOO_LARGE, "more memory than the limit");
  if (request->admit) request->admit(request->admit_context, needed);
  if (request->part.width == 0 && !request->packs_opaque) return decode_apart(source, request, picture);
  photo_request whole = *request;
  whole.box_width = 0;
  whole.part.width = 0;
  photo_picture held = {0};
  photo_status status = decode_apart(source, &whole, &held);
  memcpy(picture->message, held.message, sizeof picture->message);
  if (status == PHOTO_OK) status = photo_decode_held(&held, request, picture);
  photo_picture_free(&held);
  return status;
}
