#ifndef CURL_LIBRARY_H
#define CURL_LIBRARY_H

#include "library_load.h"

#include <curl/curl.h>

#define CURL_FUNCTIONS(X) \
  X(easy_cleanup, curl_easy_cleanup) \
  X(easy_getinfo, curl_easy_getinfo) \
  X(easy_header, curl_easy_header) \
  X(easy_init, curl_easy_init) \
  X(easy_setopt, curl_easy_setopt) \
  X(easy_strerror, curl_easy_strerror) \
  X(free, curl_free) \
  X(getdate, curl_getdate) \
  X(global_cleanup, curl_global_cleanup) \
  X(global_init, curl_global_init) \
  X(multi_add_handle, curl_multi_add_handle) \
  X(multi_cleanup, curl_multi_cleanup) \
  X(multi_info_read, curl_multi_info_read) \
  X(multi_init, curl_multi_init) \
  X(multi_perform, curl_multi_perform) \
  X(multi_poll, curl_multi_poll) \
  X(multi_remove_handle, curl_multi_remove_handle) \
  X(multi_wakeup, curl_multi_wakeup) \
  X(slist_append, curl_slist_append) \
  X(slist_free_all, curl_slist_free_all) \
  X(url, curl_url) \
  X(url_cleanup, curl_url_cleanup) \
  X(url_get, curl_url_get) \
  X(url_set, curl_url_set)

// libcurl brings many libraries with it. It is loaded when first needed, so that a command that does not need it starts
// much faster.
LIBRARY_DECLARE(curl, CURL_FUNCTIONS, LIBRARY_NONE)

#endif
