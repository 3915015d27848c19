/// HTTP transfers through libcurl's multi interface: everything that Swift calls.
///
/// - All functions but `photo_transfers_wake` are called on one thread; the receiver's functions are called
///   on it too, from within `photo_transfers_run`.
/// - Memory passed in stays the caller's and is copied if it is needed longer; text passed out belongs to
///   the shim and lives until the call returns.
/// - Only http and https are spoken, also after a redirect; none leads from https to http. Certificates are
///   verified. Proxies are taken from the environment as libcurl documents it (`http_proxy`, `https_proxy`,
///   `all_proxy`, `no_proxy`).
/// - No global state but libcurl's own, which counts its users.
#ifndef PHOTO_TRANSFER_H
#define PHOTO_TRANSFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct photo_transfers photo_transfers;
typedef struct photo_transfer photo_transfer;

enum { PHOTO_TRANSFER_MESSAGE_SIZE = 256 };

/// The head of the last response; a text is NULL if the field is missing.
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

/// Functions that take what arrives. `head` is called once, before any byte of the body and before `done`, if there
/// is a response; `body` for each piece; `done` once at the end, unless the transfer is cancelled.
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

/// True if libcurl is on this machine with all functions that are called; without it, no other function of this
/// header is of use. May be called from any thread. `message`, if it is not NULL, has PHOTO_TRANSFERS_MESSAGE_SIZE bytes
/// for a text that says why it is not.
bool photo_transfers_are_available(char message[]);

/// Returns NULL if memory is short.
photo_transfers *photo_transfers_open(void);

/// Frees the transfers; those that run are cancelled.
void photo_transfers_close(photo_transfers *transfers);

/// Starts a transfer. Returns NULL if memory is short or an option is refused.
photo_transfer *photo_transfers_start(
    photo_transfers *transfers, const photo_transfer_request *request, photo_transfer_receiver receiver);

/// Ends a transfer without calling `done`, and frees it. Not to be called from a receiver.
void photo_transfers_cancel(photo_transfers *transfers, photo_transfer *transfer);

/// Does what can be done and waits at most `timeout` milliseconds for more. A transfer whose `done` was
/// called is freed. Returns false after an error of libcurl.
bool photo_transfers_run(photo_transfers *transfers, int timeout);

/// Ends the waiting of `photo_transfers_run`; may be called from any thread.
void photo_transfers_wake(photo_transfers *transfers);

/// A URL; `photo_url_close` frees it.
typedef struct {
  char *text;          ///< The whole URL.
  char *display_text;  ///< The URL without user name and password.
  char *path;          ///< Still percent-encoded.
} photo_url;

/// Reads an absolute http or https URL and normalises it, its fragment left out.
/// Returns NULL if it is none.
photo_url *photo_url_open(const char *text);

void photo_url_close(photo_url *url);

#endif
