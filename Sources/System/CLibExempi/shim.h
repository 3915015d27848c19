// Its headers lie in a folder of their own, which pkg-config names; on Linux the library is not linked, so it is not asked.
#if __has_include(<exempi/xmp.h>)
#include <exempi/xmp.h>
#else
#include <exempi-2.0/exempi/xmp.h>
#endif
