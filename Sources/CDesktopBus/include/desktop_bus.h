/// The D-Bus functions of libsystemd (sd-bus(3)), which are loaded when they are first needed.
#ifndef DESKTOP_BUS_H
#define DESKTOP_BUS_H

#include "library_load.h"

#include <systemd/sd-bus.h>

#define SYSTEMD_FUNCTIONS(X) \
  X(add_fallback, sd_bus_add_fallback) \
  X(add_match, sd_bus_add_match) \
  X(call, sd_bus_call) \
  X(call_async, sd_bus_call_async) \
  X(flush_close_unref, sd_bus_flush_close_unref) \
  X(get_events, sd_bus_get_events) \
  X(get_fd, sd_bus_get_fd) \
  X(get_timeout, sd_bus_get_timeout) \
  X(message_append_array, sd_bus_message_append_array) \
  X(message_append_basic, sd_bus_message_append_basic) \
  X(message_close_container, sd_bus_message_close_container) \
  X(message_copy, sd_bus_message_copy) \
  X(message_enter_container, sd_bus_message_enter_container) \
  X(message_exit_container, sd_bus_message_exit_container) \
  X(message_get_error, sd_bus_message_get_error) \
  X(message_get_interface, sd_bus_message_get_interface) \
  X(message_get_member, sd_bus_message_get_member) \
  X(message_get_path, sd_bus_message_get_path) \
  X(message_get_sender, sd_bus_message_get_sender) \
  X(message_get_signature, sd_bus_message_get_signature) \
  X(message_new_method_call, sd_bus_message_new_method_call) \
  X(message_new_method_errno, sd_bus_message_new_method_errno) \
  X(message_new_method_return, sd_bus_message_new_method_return) \
  X(message_open_container, sd_bus_message_open_container) \
  X(message_peek_type, sd_bus_message_peek_type) \
  X(message_read_array, sd_bus_message_read_array) \
  X(message_read_basic, sd_bus_message_read_basic) \
  X(message_ref, sd_bus_message_ref) \
  X(message_rewind, sd_bus_message_rewind) \
  X(message_unref, sd_bus_message_unref) \
  X(open_user, sd_bus_open_user) \
  X(process, sd_bus_process) \
  X(request_name, sd_bus_request_name) \
  X(send, sd_bus_send)

LIBRARY_DECLARE(systemd, SYSTEMD_FUNCTIONS, LIBRARY_NONE)

#endif
