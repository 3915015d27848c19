#ifndef JXL_LIBRARY_H
#define JXL_LIBRARY_H

#include "library_load.h"

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

// Few photos are JPEG XL. The library is loaded when first needed, and only in the version whose header was compiled:
// before 1.0 each version has functions of its own.
LIBRARY_DECLARE(jxl, JXL_FUNCTIONS, LIBRARY_NONE)

#endif
