#ifndef PHOTO_XML_H
#define PHOTO_XML_H

#include "photo_source.h"

#endif
