#ifndef JXL_LIBRARY_H
#define JXL_LIBRARY_H

#include <stdbool.h>

#include <jxl/decode.h>
#include <jxl/version.h>

/// The functions of libjxl that are called, and their names there.
#define JXL_FUNCTIONS(X) \
  X(Create, JxlDecoderCreate) \
  X(Destroy, JxlDecoderDestroy) \
  X(FlushImage, JxlDecoderFlushImage) \
  X(GetBasicInfo, JxlDecoderGetBasicInfo) \
  X(GetColorAsEncodedProfile, JxlDecoderGetColorAsEncodedProfile) \
  X(GetColorAsICCProfile, JxlDecoderGetColorAsICCProfile) \
  X(GetICCProfileSize, JxlDecoderGetICCProfileSize) \
  X(ImageOutBufferSize, JxlDecoderImageOutBufferSize) \
  X(ProcessInput, JxlDecoderProcessInput) \
  X(SetImageOutBuffer, JxlDecoderSetImageOutBuffer) \
  X(SetInput, JxlDecoderSetInput) \
  X(SetKeepOrientation, JxlDecoderSetKeepOrientation) \
  X(SubscribeEvents, JxlDecoderSubscribeEvents)

/// A table of the functions.
typedef struct {
#define FIELD(field, name) __typeof__(&name) field;
  JXL_FUNCTIONS(FIELD)
#undef FIELD
} jxl_functions;

/// Loads libjxl unless that is done; false, with a message of LIBRARY_MESSAGE_SIZE at most, if it cannot be loaded.
///
/// Few photos are JPEG XL. The library is loaded when first needed, and only in the version whose header was compiled:
/// before 1.0 each version has functions of its own.
bool libjxl_is_loaded(char message[]);

/// The functions of libjxl, once it is loaded.
const jxl_functions *libjxl(void);

#endif
