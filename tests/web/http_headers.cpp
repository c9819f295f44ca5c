// http_headers.cpp: the list of header fields by itself.
#include "core/web/headers.hpp"

#include "core/web/client_error.hpp"
#include "tests/support/catch.hpp"

using aio::Headers;

TEST_CASE("Header names are compared without regard to case", "[web][http][H06]") {
    const Headers headers{{"Content-Type", "text/html"}};
    CHECK(headers.get("content-type") == "text/html");
    CHECK(headers.get("CONTENT-TYPE") == "text/html");
    CHECK(headers.contains("cOnTent-type"));
    CHECK_FALSE(headers.contains("Content-Typ"));
    CHECK_FALSE(headers.get("Content-Type2").has_value());
}

TEST_CASE("Repeated headers keep every value in order", "[web][http][H06]") {
    Headers headers{{"Set-Cookie", "a=1"}, {"Server", "x"}, {"set-cookie", "b=2"}};
    headers.add("SET-COOKIE", "a=1");
    CHECK(headers.size() == 4);
    CHECK(headers.get("Set-Cookie") == "a=1");
    CHECK(headers.get_all("Set-Cookie") == std::vector<std::string>{"a=1", "b=2", "a=1"});
    CHECK(headers.get_all("Cookie").empty());
    std::string names;
    for (const aio::Header& header : headers) names += header.name + " ";
    CHECK(names == "Set-Cookie Server set-cookie SET-COOKIE ");
}

TEST_CASE("Header values lose the spaces and tabs at their ends", "[web][http][H06]") {
    const Headers headers{{"A", " \t x \t y\t "}, {"B", " \t "}, {"C", ""}};
    CHECK(headers.get("A") == "x \t y");
    CHECK(headers.get("B") == "");
    CHECK(headers.get("C") == "");
}

TEST_CASE("Removing a header takes out all its fields and nothing else", "[web][http]") {
    Headers headers{{"Cookie", "a"}, {"Host", "h"}, {"cookie", "b"}};
    CHECK(headers.remove("COOKIE") == 2);
    CHECK(headers.remove("COOKIE") == 0);
    CHECK(headers == Headers{{"Host", "h"}});
}

TEST_CASE("A folded line is joined with one space", "[web][http][H07]") {
    Headers headers{{"A", "1;"}, {"B", ""}};
    headers.extend_last("  ");
    CHECK(headers.get("B") == "");
    headers.extend_last("\tb ");
    CHECK(headers.get("B") == "b");
    headers.extend_last("c");
    CHECK(headers.get("B") == "b c");
    CHECK(headers.get("A") == "1;");
}

TEST_CASE("Connection options are whole words in a list", "[web][http][bug-D18][P03]") {
    const auto closes = [](const Headers& headers) {
        return headers.contains_token("Connection", "close");
    };
    CHECK(closes({{"Connection", "close"}}));
    CHECK(closes({{"connection", "Close"}}));
    CHECK(closes({{"Connection", "keep-alive, close"}}));
    CHECK(closes({{"Connection", "close,keep-alive"}}));
    CHECK(closes({{"Connection", "keep-alive"}, {"Connection", "\tCLOSE "}}));
    CHECK_FALSE(closes({{"Connection", "closed"}}));
    CHECK_FALSE(closes({{"Connection", "close now"}}));
    CHECK_FALSE(closes({{"Connection", ""}}));
    CHECK_FALSE(closes({{"Proxy-Connection", "close"}}));
    CHECK_FALSE(closes({}));
}

TEST_CASE("A list in several fields is one list, empty elements included", "[web][http][bug-D18]") {
    const Headers headers{{"A", "x ,, y"}, {"B", "no"}, {"a", ""}, {"A", "z"}};
    CHECK(headers.get_list("A") == std::vector<std::string>{"x", "", "y", "", "z"});
}

TEST_CASE("Bytes in an error message are escaped and cut", "[web][http]") {
    CHECK(aio::quote_bytes("plain ~") == R"("plain ~")");
    CHECK(aio::quote_bytes("a\r\n\t\"\\") == R"("a\r\n\x09\"\\")");
    CHECK(aio::quote_bytes(std::string_view("\0\x1b\x7f\xc3", 4)) == R"("\x00\x1b\x7f\xc3")");
    CHECK(aio::quote_bytes("123456", 6) == R"("123456")");
    CHECK(aio::quote_bytes("1234567", 6) == R"("123456"...)");
    CHECK(aio::quote_bytes("") == R"("")");
}

TEST_CASE("Every way to fail is a ClientError and an exception", "[web][http][H01]") {
    const auto caught = [](const auto& error) {
        try {
            throw error;
        } catch (const aio::ClientError& client_error) {
            return std::string(client_error.what());
        }
    };
    CHECK(caught(aio::ProtocolError("a")) == "a");
    CHECK(caught(aio::IncompleteBodyError("b")) == "b");
    CHECK(caught(aio::ServerDisconnected("c")) == "c");
    CHECK(caught(aio::LimitError("d")) == "d");
}
