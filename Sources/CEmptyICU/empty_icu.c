// An empty data package for ICU. It replaces 34 MB of data.
//
// GRDB imports Foundation, which statically links ICU with all of its data: calendars, currencies, names of languages.
// photopick uses none of it. Since the data package is defined here, the linker skips the archive member that contains
// the data. The layout is that of ICU's own stub data (icu4c/source/stubdata). Queries for data fail.
//
// The symbols are hidden, so that a dynamically linked Foundation keeps its data. For a version of ICU that isn't
// listed, the executable is larger but works.
#include <stdint.h>

struct icu_package {
    uint16_t header_size;
    uint8_t magic[2];
    struct {
        uint16_t size, reserved_word;
        uint8_t is_big_endian, charset_family, size_of_character, reserved_byte;
        uint8_t data_format[4], format_version[4], data_version[4];
    } info;
    uint8_t padding[8];
    uint32_t entry_count, reserved;
    int32_t end[4];
};

#define EMPTY_PACKAGE(version)                                                                                         \
    extern const struct icu_package icudt##version##_dat;                                                              \
    __attribute__((visibility("hidden"))) const struct icu_package icudt##version##_dat = {                            \
        .header_size = 32,                                                                                             \
        .magic = {0xDA, 0x27},                                                                                         \
        .info = {.size = 20,                                                                                           \
                 .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,                                              \
                 .size_of_character = 2,                                                                               \
                 .data_format = {'T', 'o', 'C', 'P'},                                                                  \
                 .format_version = {1}},                                                                               \
    }

// The versions of Swift 6.1 and later. The linker keeps one of them.
EMPTY_PACKAGE(74);
EMPTY_PACKAGE(75);
EMPTY_PACKAGE(76);
EMPTY_PACKAGE(77);
EMPTY_PACKAGE(78);
EMPTY_PACKAGE(79);
EMPTY_PACKAGE(80);
