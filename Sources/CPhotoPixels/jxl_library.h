#ifndef JXL_LIBRARY_H
#define JXL_LIBRARY_H

#include "library_load.h"

#include <jxl/decode.h>

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
  X(SubscribeEvents, JxlDecoderSubscribeEvents) \
  X(Version, JxlDecoderVersion)

/// A function whose parameters depend on the version, to be converted to its type.
typedef void (*jxl_function)(void);

/// The first version whose functions of profiles lack the parameter `format`, as JxlDecoderVersion returns it.
enum { JXL_WITHOUT_FORMAT = 9000 };

// Loaded lazily, because few photos are JPEG XL. Before 1.0, the interface may change with each version.
LIBRARY_DECLARE(jxl, JXL_FUNCTIONS, LIBRARY_NONE)

#endif
