#ifndef PHOTO_PNG_H
#define PHOTO_PNG_H

#include "photo_source.h"

#endif
