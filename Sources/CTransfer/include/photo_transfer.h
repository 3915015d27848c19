/// HTTP transfers through libcurl's multi interface.
///
/// - All functions but `photo_transfers_wake` are called on one thread, and call the receiver on it.
/// - The caller owns memory that it passes in, which is copied if it is needed longer. Strings that are passed out are
///   valid until the call returns.
/// - Only http and https are supported, also after a redirect; redirects from https to http are refused. Certificates
/// are
///   verified. Proxies are read from the environment as libcurl documents it (`http_proxy`, `https_proxy`, `all_proxy`,
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

typedef struct {
  const char *url;
  int64_t offset;             ///< The first byte wanted; above 0, a range is asked for.
  const char *if_range;       ///< Validator of the bytes before `offset`; empty for none (RFC 9110, 13.1.5).
  const char *user_agent;
  long maximum_redirects;
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

/// Starts a transfer. Returns NULL if an allocation fails or libcurl refuses an option.
photo_transfer *photo_transfers_start(
    photo_transfers *transfers, const photo_transfer_request *request, photo_transfer_receiver receiver);

/// Ends and frees a transfer without calling `done`. A receiver must not call it.
void photo_transfers_cancel(photo_transfers *transfers, photo_transfer *transfer);

/// Makes progress, and blocks for at most `timeout` milliseconds. Frees a transfer after calling its `done`. Returns
/// false after an error of libcurl.
bool photo_transfers_run(photo_transfers *transfers, int timeout);

/// Wakes `photo_transfers_run`; may be called from any thread.
void photo_transfers_wake(photo_transfers *transfers);

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
