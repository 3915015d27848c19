#ifndef JXL_LIBRARY_H
#define JXL_LIBRARY_H

#include "library_load.h"

#include <jxl/decode.h>
#include <jxl/version.h>

/// The functions of libjxl that are called, by symbol.
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

// Loaded lazily, because few photos are JPEG XL, and only in the version of the headers: before 1.0 the interface
// changes with each version.
LIBRARY_DECLARE(jxl, JXL_FUNCTIONS, LIBRARY_NONE)

#endif
