#include "photo_transfer.h"

#include "curl_library.h"
#include <stdlib.h>
#include <string.h>

void photo_url_close(photo_url *url) {
  if (!url) return;
  libcurl()->free(url->text);
  libcurl()->free(url->display_text);
  libcurl()->free(url->path);
  free(url);
}

static bool is_web(CURLU *parts) {
  char *scheme = NULL;
  if (libcurl()->url_get(parts, CURLUPART_SCHEME, &scheme, 0) != CURLUE_OK) return false;
  bool is_web = strcmp(scheme, "http") == 0 || strcmp(scheme, "https") == 0;
  libcurl()->free(scheme);
  return is_web;
}

static bool take_apart(CURLU *parts, const char *text, photo_url *url) {
  if (libcurl()->url_set(parts, CURLUPART_URL, text, CURLU_URLENCODE) != CURLUE_OK || !is_web(parts)) return false;
  if (libcurl()->url_set(parts, CURLUPART_FRAGMENT, NULL, 0) != CURLUE_OK) return false;
  if (libcurl()->url_get(parts, CURLUPART_URL, &url->text, 0) != CURLUE_OK) return false;
  if (libcurl()->url_get(parts, CURLUPART_PATH, &url->path, 0) != CURLUE_OK) return false;
  if (libcurl()->url_set(parts, CURLUPART_USER, NULL, 0) != CURLUE_OK) return false;
  if (libcurl()->url_set(parts, CURLUPART_PASSWORD, NULL, 0) != CURLUE_OK) return false;
  return libcurl()->url_get(parts, CURLUPART_URL, &url->display_text, 0) == CURLUE_OK;
}

photo_url *photo_url_open(const char *text) {
  if (!libcurl_is_loaded(NULL)) return NULL;
  CURLU *parts = libcurl()->url();
  photo_url *url = calloc(1, sizeof *url);
  bool is_read = parts && url && take_apart(parts, text, url);
  libcurl()->url_cleanup(parts);
  if (is_read) return url;
  photo_url_close(url);
  return NULL;
}
