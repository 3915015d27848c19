// An empty data package for ICU, in place of one of 34 MB.
//
// GRDB imports Foundation, which brings ICU; a static executable then holds all of ICU's data: calendars, currencies and
// names of languages, and photopick uses none of it. If the data package is defined here, the linker leaves out the
// member of the archive that holds it. ICU has its own "stub data" for this, and this is its layout
// (icu4c/source/stubdata). Whatever asks ICU for data is told that there is none.
//
// The names are hidden, so that a Foundation that is linked dynamically keeps its own data. With a version of ICU that
// is not listed, the executable is larger and nothing else.
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

// Those of Swift 6.1 and later; one is linked, the others are left out.
EMPTY_PACKAGE(74);
EMPTY_PACKAGE(75);
EMPTY_PACKAGE(76);
EMPTY_PACKAGE(77);
EMPTY_PACKAGE(78);
EMPTY_PACKAGE(79);
EMPTY_PACKAGE(80);
