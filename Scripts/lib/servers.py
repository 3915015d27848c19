"""HTTP servers on the loopback interface."""

import http.server
import threading

# Requests are not logged.
http.server.BaseHTTPRequestHandler.log_message = lambda *_: None


class Server(http.server.ThreadingHTTPServer):
    """A server that responds to requests until the script ends, over TLS if there is a context."""

    def __init__(self, handler, context=None):
        super().__init__(("127.0.0.1", 0), handler)
        if context:
            self.socket = context.wrap_socket(self.socket, server_side=True)
        self.address = f"{'https' if context else 'http'}://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, *_):
        """A killed client resets its connections."""
