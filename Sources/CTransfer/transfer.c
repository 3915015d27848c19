#include "photo_transfer.h"

#include "curl_library.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

LIBRARY_DEFINE(curl, CURL_FUNCTIONS, LIBRARY_NONE, .name = "libcurl", .version = "7.83 or newer",
               .packages = "debian12=libcurl4 debian=libcurl4t64 fedora=libcurl arch=curl", .files = {"libcurl.so.4"},
               .version_function = "curl_version", .version_form = LIBRARY_VERSION_TEXT)

/// The most bytes of response headers: libcurl keeps them all in memory, and older versions don't limit them.
enum { HEADER_LIMIT = 256 * 1024 };

struct photo_transfers {
  CURLM *multi;
  photo_transfer *first;
};

struct photo_transfer {
  CURL *easy;
  struct curl_slist *headers;
  photo_transfer_receiver receiver;
  photo_transfer *next;
  bool has_head;
  bool is_stopped;
  int requests;     ///< The number of requests sent.
  bool was_secure;  ///< A request of it went out over https.
  size_t header_size;  ///< The bytes of all response headers.
  char message[CURL_ERROR_SIZE];
};

bool photo_transfers_are_available(char message[]) { return libcurl_is_loaded(message); }

photo_transfers *photo_transfers_open(void) {
  if (!libcurl_is_loaded(NULL) || libcurl()->global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return NULL;
  photo_transfers *transfers = calloc(1, sizeof *transfers);
  if (transfers) transfers->multi = libcurl()->multi_init();
  if (transfers && transfers->multi) return transfers;
  free(transfers);
  libcurl()->global_cleanup();
  return NULL;
}

static void transfer_free(photo_transfer *transfer) {
  if (!transfer) return;
  libcurl()->easy_cleanup(transfer->easy);
  libcurl()->slist_free_all(transfer->headers);
  free(transfer);
}

void photo_transfers_cancel(photo_transfers *transfers, photo_transfer *transfer) {
  for (photo_transfer **link = &transfers->first; *link; link = &(*link)->next) {
    if (*link != transfer) continue;
    *link = transfer->next;
    libcurl()->multi_remove_handle(transfers->multi, transfer->easy);
    transfer_free(transfer);
    return;
  }
}

void photo_transfers_close(photo_transfers *transfers) {
  while (transfers->first) photo_transfers_cancel(transfers, transfers->first);
  libcurl()->multi_cleanup(transfers->multi);
  free(transfers);
  libcurl()->global_cleanup();
}

void photo_transfers_wake(photo_transfers *transfers) { libcurl()->multi_wakeup(transfers->multi); }

static const char *header(CURL *easy, const char *name) {
  struct curl_header *field = NULL;
  return libcurl()->easy_header(easy, name, 0, CURLH_HEADER, -1, &field) == CURLHE_OK ? field->value : NULL;
}

/// Tests for a strong validator: the response was made at least a second after the date.
static bool is_strong_date(CURL *easy, const char *last_modified) {
  const char *date = header(easy, "Date");
  if (!last_modified || !date) return false;
  time_t modified = libcurl()->getdate(last_modified, NULL), made = libcurl()->getdate(date, NULL);
  return modified != (time_t)-1 && made != (time_t)-1 && made - modified >= 1;
}

static bool pass_head(photo_transfer *transfer) {
  photo_transfer_head head = {0};
  curl_off_t length = -1;
  transfer->has_head = true;
  libcurl()->easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &head.status);
  libcurl()->easy_getinfo(transfer->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
  libcurl()->easy_getinfo(transfer->easy, CURLINFO_EFFECTIVE_URL, &head.effective_url);
  head.content_length = length;
  head.content_range = header(transfer->easy, "Content-Range");
  head.content_type = header(transfer->easy, "Content-Type");
  head.content_disposition = header(transfer->easy, "Content-Disposition");
  head.etag = header(transfer->easy, "ETag");
  head.last_modified = header(transfer->easy, "Last-Modified");
  head.requests = transfer->requests;
  head.date = header(transfer->easy, "Date");
  head.bucket_region = header(transfer->easy, "x-amz-bucket-region");
  head.location = header(transfer->easy, "Location");
  long offered = 0;
  libcurl()->easy_getinfo(transfer->easy, CURLINFO_HTTPAUTH_AVAIL, &offered);
  head.offers_only_basic = (offered & (long)CURLAUTH_BASIC) && !(offered & (long)CURLAUTH_DIGEST);
  head.last_modified_is_strong = is_strong_date(transfer->easy, head.last_modified);
  return transfer->receiver.head(transfer->receiver.context, &head);
}

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
  photo_transfer *transfer = context;
  bool goes_on = transfer->has_head || pass_head(transfer);
  if (goes_on) {
    goes_on = transfer->receiver.body(transfer->receiver.context, (const uint8_t *)bytes, size * count);
  }
  if (goes_on) return size * count;
  transfer->is_stopped = true;
  return 0;
}

/// Ends a transfer with endless headers (CURLOPT_HEADERFUNCTION).
static size_t receive_header(char *bytes, size_t size, size_t count, void *context) {
  (void)bytes;
  photo_transfer *transfer = context;
  transfer->header_size += size * count;
  return transfer->header_size > HEADER_LIMIT ? 0 : size * count;
}

static bool is_secure(const char *url) { return url && strncasecmp(url, "https:", 6) == 0; }

/// Ends a transfer that redirects from https to http (CURLOPT_PREREQFUNCTION, called before each request).
static int check_request(void *context, char *remote_ip, char *local_ip, int remote_port, int local_port) {
  (void)remote_ip, (void)local_ip, (void)remote_port, (void)local_port;
  photo_transfer *transfer = context;
  const char *url = NULL;
  libcurl()->easy_getinfo(transfer->easy, CURLINFO_EFFECTIVE_URL, &url);
  if (transfer->was_secure && !is_secure(url)) return CURL_PREREQFUNC_ABORT;
  transfer->was_secure = is_secure(url);
  transfer->requests++;
  return CURL_PREREQFUNC_OK;
}

/// Sets the method and the body, which is copied and sent again if the server asks for a password.
static CURLcode set_method(CURL *easy, const photo_transfer_request *request) {
  CURLcode code = CURLE_OK;
  const char *method = request->method ? request->method : "GET";
  if (strcmp(method, "HEAD") == 0) return libcurl()->easy_setopt(easy, CURLOPT_NOBODY, 1L);
  if (request->body) {
    code = libcurl()->easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_size);
    if (code == CURLE_OK) code = libcurl()->easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, (const char *)request->body);
  }
  if (code != CURLE_OK || strcmp(method, "GET") == 0) return code;
  return libcurl()->easy_setopt(easy, CURLOPT_CUSTOMREQUEST, method);
}

static CURLcode set_password(CURL *easy, const photo_transfer_request *request) {
  if (request->password_use == PHOTO_TRANSFER_NO_PASSWORD) return CURLE_OK;
  unsigned long schemes = request->password_use == PHOTO_TRANSFER_BASIC ? CURLAUTH_BASIC : CURLAUTH_BASIC | CURLAUTH_DIGEST;
  CURLcode code = libcurl()->easy_setopt(easy, CURLOPT_HTTPAUTH, schemes);
  if (code == CURLE_OK) code = libcurl()->easy_setopt(easy, CURLOPT_USERNAME, request->user);
  if (code == CURLE_OK) code = libcurl()->easy_setopt(easy, CURLOPT_PASSWORD, request->password);
  return code;
}

static CURLcode set_options(photo_transfer *transfer, const photo_transfer_request *request) {
  CURL *easy = transfer->easy;
  CURLcode code = CURLE_OK;
#define SET(option, value) \
  do { \
    if (code == CURLE_OK) code = libcurl()->easy_setopt(easy, option, value); \
  } while (0)
  SET(CURLOPT_URL, request->url);
  SET(CURLOPT_PROTOCOLS_STR, "http,https");
  SET(CURLOPT_REDIR_PROTOCOLS_STR, is_secure(request->url) ? "https" : "http,https");
  SET(CURLOPT_PREREQFUNCTION, check_request);
  SET(CURLOPT_PREREQDATA, transfer);
  SET(CURLOPT_FOLLOWLOCATION, request->maximum_redirects > 0 ? 1L : 0L);
  // A request repeated with a password counts as a redirect, too.
  if (request->maximum_redirects > 0) SET(CURLOPT_MAXREDIRS, request->maximum_redirects);
  SET(CURLOPT_SSL_VERIFYPEER, request->accepts_any_certificate ? 0L : 1L);
  SET(CURLOPT_SSL_VERIFYHOST, request->accepts_any_certificate ? 0L : 2L);
  SET(CURLOPT_PATH_AS_IS, 1L);
  SET(CURLOPT_NOSIGNAL, 1L);
  SET(CURLOPT_USERAGENT, request->user_agent);
  SET(CURLOPT_CONNECTTIMEOUT, request->connect_timeout);
  SET(CURLOPT_LOW_SPEED_LIMIT, request->minimum_rate);
  SET(CURLOPT_LOW_SPEED_TIME, request->stall_timeout);
  SET(CURLOPT_BUFFERSIZE, 128L * 1024L);
  SET(CURLOPT_ERRORBUFFER, transfer->message);
  SET(CURLOPT_WRITEFUNCTION, receive);
  SET(CURLOPT_WRITEDATA, transfer);
  SET(CURLOPT_HEADERFUNCTION, receive_header);
  SET(CURLOPT_HEADERDATA, transfer);
  SET(CURLOPT_PRIVATE, transfer);
  if (request->ignores_proxies) SET(CURLOPT_PROXY, "");
  if (request->offset > 0 || request->count > 0) {
    char range[48];
    int length = snprintf(range, sizeof range, "%lld-", (long long)request->offset);
    if (request->count > 0) {
      long long last = (long long)(request->offset + (request->count - 1));
      snprintf(range + length, sizeof range - (size_t)length, "%lld", last);
    }
    SET(CURLOPT_RANGE, range);
  }
  if (code == CURLE_OK) code = set_method(easy, request);
  if (code == CURLE_OK) code = set_password(easy, request);
  if (transfer->headers) SET(CURLOPT_HTTPHEADER, transfer->headers);
#undef SET
  return code;
}

/// Adds a header; a line break would inject another one.
static bool add_header(photo_transfer *transfer, const char *line) {
  if (strpbrk(line, "\r\n")) return false;
  struct curl_slist *headers = libcurl()->slist_append(transfer->headers, line);
  if (headers) transfer->headers = headers;
  return headers != NULL;
}

static bool add_if_range(photo_transfer *transfer, const char *validator) {
  char line[600];
  if (snprintf(line, sizeof line, "If-Range: %s", validator) >= (int)sizeof line) return false;
  return add_header(transfer, line);
}

static bool add_headers(photo_transfer *transfer, const photo_transfer_request *request) {
  if (request->offset > 0 && request->if_range[0] && !add_if_range(transfer, request->if_range)) return false;
  for (const char *const *line = request->headers; line && *line; line++) {
    if (!add_header(transfer, *line)) return false;
  }
  return true;
}

int64_t photo_transfer_date(const char *text) {
  return libcurl_is_loaded(NULL) ? (int64_t)libcurl()->getdate(text, NULL) : -1;
}

photo_transfer *photo_transfers_start(
    photo_transfers *transfers, const photo_transfer_request *request, photo_transfer_receiver receiver) {
  photo_transfer *transfer = calloc(1, sizeof *transfer);
  if (!transfer) return NULL;
  transfer->receiver = receiver;
  transfer->easy = libcurl()->easy_init();
  bool is_ready = transfer->easy != NULL && add_headers(transfer, request);
  if (!is_ready || set_options(transfer, request) != CURLE_OK ||
      libcurl()->multi_add_handle(transfers->multi, transfer->easy) != CURLM_OK) {
    transfer_free(transfer);
    return NULL;
  }
  transfer->next = transfers->first;
  transfers->first = transfer;
  return transfer;
}

static photo_transfer_end end_of(CURLcode code) {
  switch (code) {
    case CURLE_OK: return PHOTO_TRANSFER_DONE;
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
    case CURLE_PARTIAL_FILE:
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
    case CURLE_AGAIN: return PHOTO_TRANSFER_TEMPORARY;
    default: return PHOTO_TRANSFER_PERMANENT;
  }
}

/// Whether the response isn't HTTP. A redirect that isn't followed has the same code, but a status.
static bool is_no_http(CURL *easy, CURLcode code) {
  if (code != CURLE_UNSUPPORTED_PROTOCOL) return code == CURLE_WEIRD_SERVER_REPLY;
  long status = 0;
  libcurl()->easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
  return status == 0;
}

/// Whether the transfer used a connection that was open before.
static bool has_reused_connection(CURL *easy) {
  long opened = 1;
  libcurl()->easy_getinfo(easy, CURLINFO_NUM_CONNECTS, &opened);
  return opened == 0;
}

static void finish(photo_transfers *transfers, photo_transfer *transfer, CURLcode code) {
  photo_transfer_result result = {0};
  curl_off_t wait = 0;
  libcurl()->easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &result.status);
  libcurl()->easy_getinfo(transfer->easy, CURLINFO_RETRY_AFTER, &wait);
  result.retry_after = wait;
  if (code == CURLE_OK && !transfer->has_head && !pass_head(transfer)) transfer->is_stopped = true;
  result.end = transfer->is_stopped ? PHOTO_TRANSFER_STOPPED : end_of(code);
  if (code != CURLE_OK && !transfer->is_stopped) {
    const char *message = transfer->message[0] ? transfer->message : libcurl()->easy_strerror(code);
    if (transfer->header_size > HEADER_LIMIT) {
      message = "the server sent more than 256 KiB of headers";
    } else if (is_no_http(transfer->easy, code)) {
      message = "the server sent something other than HTTP";
      // It may be the rest of an earlier response, whose Content-Length was too small.
      if (has_reused_connection(transfer->easy)) result.end = PHOTO_TRANSFER_TEMPORARY;
    } else if (code == CURLE_UNSUPPORTED_PROTOCOL || code == CURLE_ABORTED_BY_CALLBACK) {
      // The first URL is http or https, and no other callback aborts a transfer.
      message = "the server redirects to an address that is less safe, which is not followed";
    }
    snprintf(result.message, sizeof result.message, "%s", message);
  }
  photo_transfer_receiver receiver = transfer->receiver;
  photo_transfers_cancel(transfers, transfer);
  receiver.done(receiver.context, &result);
}

bool photo_transfers_run(photo_transfers *transfers, int timeout) {
  int running = 0, left = 0;
  if (libcurl()->multi_perform(transfers->multi, &running) != CURLM_OK) return false;
  CURLMsg *message;
  bool has_finished = false;
  while ((message = libcurl()->multi_info_read(transfers->multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    char *transfer = NULL;
    CURLcode code = message->data.result;
    libcurl()->easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
    if (transfer) finish(transfers, (photo_transfer *)transfer, code);
    has_finished = true;
  }
  if (has_finished) return true;
  return libcurl()->multi_poll(transfers->multi, NULL, 0, timeout, NULL) == CURLM_OK;
}
