/// HTTP transfers through libcurl's multi interface.
///
/// - All functions but `photo_transfers_wake` are called on one thread, and call the receiver on it.
/// - The caller owns memory that it passes in, which is copied if it is needed longer. Strings that are passed out are
///   valid until the call returns.
/// - Only http and https are supported, also after a redirect; redirects from https to http are refused. Certificates
///   are verified unless a request says otherwise. HTTP/2 is used if the server offers it. Proxies are read from the environment as libcurl documents it (`http_proxy`, `https_proxy`, `all_proxy`,
///   `no_proxy`).
/// - libcurl's own reference-counted state is the only global state.
#ifndef PHOTO_TRANSFER_H
#define PHOTO_TRANSFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct photo_transfers photo_transfers;
typedef struct photo_transfer photo_transfer;

enum { PHOTO_TRANSFER_MESSAGE_SIZE = 256 };

/// The head of the last response; a string is NULL if the field is missing.
typedef struct {
  long status;                      ///< HTTP status.
  int64_t content_length;           ///< Bytes of the body to come, -1 if it is not told.
  const char *content_range;
  const char *content_type;
  const char *content_disposition;
  const char *etag;
  const char *last_modified;
  bool last_modified_is_strong;     ///< At least a second older than the response (RFC 9110, 8.8.2.2).
  const char *effective_url;        ///< After redirects.
  /// The number of requests sent. Besides redirects and passwords, libcurl repeats a request if a connection that was open
  /// before has ended without a response, although the server may have performed it.
  int requests;
  const char *date;                 ///< When the response was made, by the server's clock.
  const char *bucket_region;        ///< x-amz-bucket-region.
  const char *location;             ///< Where a redirect leads that is not followed.
  bool offers_only_basic;           ///< The server asks for a password, and knows only Basic (RFC 7617).
} photo_transfer_head;

typedef enum {
  PHOTO_TRANSFER_DONE,       ///< The response was received to its end, whatever its status.
  PHOTO_TRANSFER_STOPPED,    ///< The receiver returned false.
  PHOTO_TRANSFER_TEMPORARY,  ///< Worth another try: cut off, timed out, no connection.
  PHOTO_TRANSFER_PERMANENT   ///< Not worth one: no such protocol, too many redirects, certificate refused.
} photo_transfer_end;

typedef struct {
  photo_transfer_end end;
  long status;            ///< HTTP status, 0 if there was no response.
  int64_t retry_after;    ///< Seconds the server asks to wait, 0 if it does not (RFC 9110, 10.2.3).
  char message[PHOTO_TRANSFER_MESSAGE_SIZE];  ///< For a person; empty when done or stopped.
} photo_transfer_result;

/// Functions that receive a transfer. `head` is called once, before any byte of the body and before `done`, if there is
/// a response; `body` for each piece; `done` once at the end, unless the transfer is cancelled.
typedef struct {
  void *context;
  bool (*head)(void *context, const photo_transfer_head *head);
  bool (*body)(void *context, const uint8_t *bytes, size_t size);
  void (*done)(void *context, const photo_transfer_result *result);
} photo_transfer_receiver;

typedef enum {
  PHOTO_TRANSFER_NO_PASSWORD,
  PHOTO_TRANSFER_BASIC,        ///< Sends user and password with the request.
  PHOTO_TRANSFER_DIGEST,       ///< Sends them as the server asks, Digest or Basic: two requests each time.
} photo_transfer_password;

typedef struct {
  const char *method;         ///< GET, HEAD, PUT, POST, DELETE, PROPFIND, MKCOL...; NULL is GET.
  const char *url;
  const char *const *headers; ///< Header lines, terminated by NULL; NULL if there are none.
  const uint8_t *body;        ///< NULL if there is none.
  size_t body_size;
  photo_transfer_password password_use;
  const char *user;           ///< Used only with a password; never sent to another host.
  const char *password;
  bool accepts_any_certificate;
  int64_t offset;             ///< The first byte wanted; above 0, a range is asked for.
  int64_t count;              ///< The number of bytes wanted; 0 is all that follow.
  const char *if_range;       ///< Validator of the bytes before `offset`; empty for none (RFC 9110, 13.1.5).
  const char *user_agent;
  long maximum_redirects;     ///< 0 follows none.
  long connect_timeout;       ///< Seconds.
  long stall_timeout;         ///< Seconds below `minimum_rate` after which a transfer is cut.
  long minimum_rate;          ///< Bytes a second.
  bool ignores_proxies;       ///< True to connect directly, whatever the environment says.
} photo_transfer_request;

enum { PHOTO_TRANSFERS_MESSAGE_SIZE = 200 };

/// Returns `true` if libcurl is installed with all required functions. Otherwise, the functions of this header fail.
/// May be called from any thread. `message`, if it is not NULL, has PHOTO_TRANSFERS_MESSAGE_SIZE bytes for the reason.
bool photo_transfers_are_available(char message[]);

photo_transfers *photo_transfers_open(void);

/// Cancels running transfers and frees all.
void photo_transfers_close(photo_transfers *transfers);

/// Starts a transfer. Returns NULL if memory runs out or an option is refused.
photo_transfer *photo_transfers_start(
    photo_transfers *transfers, const photo_transfer_request *request, photo_transfer_receiver receiver);

/// Ends and frees a transfer without calling `done`. A receiver must not call it.
void photo_transfers_cancel(photo_transfers *transfers, photo_transfer *transfer);

/// Makes progress, and blocks for at most `timeout` milliseconds. Frees a transfer after calling its `done`. Returns
/// false after an error.
bool photo_transfers_run(photo_transfers *transfers, int timeout);

/// Wakes `photo_transfers_run`; may be called from any thread.
void photo_transfers_wake(photo_transfers *transfers);

/// Parses a date of HTTP (RFC 9110, 5.6.7) into seconds since 1970; -1 if it is invalid.
int64_t photo_transfer_date(const char *text);

/// A URL; `photo_url_close` frees it.
typedef struct {
  char *text;          ///< The whole URL.
  char *display_text;  ///< The URL without user name and password.
  char *path;          ///< Still percent-encoded.
} photo_url;

/// Parses and normalizes an absolute http or https URL without its fragment. Returns NULL if it is invalid.
photo_url *photo_url_open(const char *text);

void photo_url_close(photo_url *url);

#endif
