// http.hpp: all of HTTP that needs no socket, in one include.
//
// Chapter: what its last Fetcher leaves to aiohttp, besides the connections (L15, L62).
// A request is built by build_request, an answer is read by ResponseParser, and what goes wrong
// is a ClientError. The session brings the sockets.
//
// The one thing to know: nothing below here waits, or does input or output.
#pragma once

#include "core/web/charset.hpp"
#include "core/web/client_error.hpp"
#include "core/web/headers.hpp"
#include "core/web/http_limits.hpp"
#include "core/web/http_request.hpp"
#include "core/web/response_head.hpp"
#include "core/web/response_parser.hpp"
