// url_tables.hpp: pairs of base and reference with the URL they give.
//
// The first three tables are for urljoin (RFC 3986, sections 5.4.1 and 5.4.2, and further pairs),
// the others for Url::join (as browsers read a link). Each is named after its table in the list of
// behaviours; a row that differs from Python's urljoin says so.
#pragma once

#include <array>
#include <string_view>

namespace url_test {

struct JoinRow {
    std::string_view base;
    std::string_view reference;
    std::string_view result;
};

struct ReferenceRow {
    std::string_view reference;
    std::string_view result;
};

// Base of the tables U-A and U-B.
inline constexpr std::string_view rfc_base = "http://a/b/c/d;p?q";

// Table U-A: RFC 3986, section 5.4.1.
inline constexpr auto normal_references = std::to_array<ReferenceRow>({
    {"g:h", "g:h"},
    {"g", "http://a/b/c/g"},
    {"./g", "http://a/b/c/g"},
    {"g/", "http://a/b/c/g/"},
    {"/g", "http://a/g"},
    {"//g", "http://g"},
    {"?y", "http://a/b/c/d;p?y"},
    {"g?y", "http://a/b/c/g?y"},
    {"#s", "http://a/b/c/d;p?q#s"},
    {"g#s", "http://a/b/c/g#s"},
    {"g?y#s", "http://a/b/c/g?y#s"},
    {";x", "http://a/b/c/;x"},
    {"g;x", "http://a/b/c/g;x"},
    {"g;x?y#s", "http://a/b/c/g;x?y#s"},
    {"", "http://a/b/c/d;p?q"},
    {".", "http://a/b/c/"},
    {"./", "http://a/b/c/"},
    {"..", "http://a/b/"},
    {"../", "http://a/b/"},
    {"../g", "http://a/b/g"},
    {"../..", "http://a/"},
    {"../../", "http://a/"},
    {"../../g", "http://a/g"},
});

// Table U-B: RFC 3986, section 5.4.2. The last row is relaxed: the strict reading keeps "http:g".
inline constexpr auto abnormal_references = std::to_array<ReferenceRow>({
    {"../../../g", "http://a/g"},
    {"../../../../g", "http://a/g"},
    {"/./g", "http://a/g"},
    {"/../g", "http://a/g"},
    {"g.", "http://a/b/c/g."},
    {".g", "http://a/b/c/.g"},
    {"g..", "http://a/b/c/g.."},
    {"..g", "http://a/b/c/..g"},
    {"./../g", "http://a/b/g"},
    {"./g/.", "http://a/b/c/g/"},
    {"g/./h", "http://a/b/c/g/h"},
    {"g/../h", "http://a/b/c/h"},
    {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
    {"g;x=1/../y", "http://a/b/c/y"},
    {"g?y/./x", "http://a/b/c/g?y/./x"},
    {"g?y/../x", "http://a/b/c/g?y/../x"},
    {"g#s/./x", "http://a/b/c/g#s/./x"},
    {"g#s/../x", "http://a/b/c/g#s/../x"},
    {"http:g", "http://a/b/c/g"},
});

// Table U-A2. In the first row Python keeps the fragment of the base; the RFC drops it.
inline constexpr auto further_joins = std::to_array<JoinRow>({
    {"http://a/b/c/d;p?q#f", "", "http://a/b/c/d;p?q"},
    {"http://a/b/c/d;p?q#f", "#s", "http://a/b/c/d;p?q#s"},
    {"http://a/b/c/d", "?y", "http://a/b/c/d?y"},
    {"http://a/b/c/d", "http:", "http://a/b/c/d"},
    {"http://a/b/c/d", "http:?y", "http://a/b/c/d?y"},
    {"http://a/b/c/d", "http:g?y", "http://a/b/c/g?y"},
    {"http://a/b/c/d", "http:g?y/./x", "http://a/b/c/g?y/./x"},
    {"http://a/b/c/d/", "foo", "http://a/b/c/d/foo"},
    {"http://a/b/c/de", ";x", "http://a/b/c/;x"},
    {"http:///", "..", "http:///"},
    {"", "http://a/b/c/g?y/./x", "http://a/b/c/g?y/./x"},
    {"", "http://a/./g", "http://a/./g"},
    {"a", "b", "b"},
    {"svn://pathtorepo/dir1", "dir2", "svn://pathtorepo/dir2"},
    {"svn+ssh://pathtorepo/dir1", "dir2", "svn+ssh://pathtorepo/dir2"},
    {"ws://a/b", "g", "ws://a/g"},
    {"wss://a/b", "g", "wss://a/g"},
    {"http://a/b/c/d/e/", "../../f/g/", "http://a/b/c/f/g/"},
    {"http://a/b/c/d/e", "../../f/g/", "http://a/b/f/g/"},
    {"http://a/b/c/d/e/", "/../../f/g/", "http://a/f/g/"},
    {"http://a/b/c/d/e", "/../../f/g/", "http://a/f/g/"},
    {"http://a/b/c/d/e/", "../../f/g", "http://a/b/c/f/g"},
    {"http://a/b/", "../../f/g/", "http://a/f/g/"},
    {"http://a", "g", "http://a/g"},
    {"http://a", "../g", "http://a/g"},
    {"http://a", "..", "http://a/"},
    {"http://a", "?x", "http://a?x"},
    {"http://a", "#f", "http://a#f"},
    {"http://a?q", "g", "http://a/g"},
    {"http://a/b/c/d;p?q", "//g?y", "http://g?y"},
    {"http://a/b?q#f", "?r", "http://a/b?r"},
    {"http://a/b?q#f", "#g", "http://a/b?q#g"},
    {"http://a/b", "HTTP:d", "http://a/d"},
    {"http://[::1]:80/x", "y", "http://[::1]:80/y"},
    {"http://a/b/", "//[::1]/x", "http://[::1]/x"},
    {"http://a/b/c", "/d/./e/../f", "http://a/d/f"},
    {"https://a/b", "http:c", "http:c"},
});

// Most of table U-C, base below.
inline constexpr std::string_view browser_base = "http://example.org/foo/bar";

inline constexpr auto browser_references = std::to_array<ReferenceRow>({
    {"http:foo.com", "http://example.org/foo/foo.com"},
    {"\t :foo.com \n", "http://example.org/foo/:foo.com"},
    {" foo.com  ", "http://example.org/foo/foo.com"},
    {"http://example\t.\norg", "http://example.org/"},
    {"http://f:/c", "http://f/c"},
    {"http://f:0/c", "http://f:0/c"},
    {"http://f:00000000000000000000080/c", "http://f/c"},
    {"", "http://example.org/foo/bar"},
    {":foo.com/", "http://example.org/foo/:foo.com/"},
    {":a", "http://example.org/foo/:a"},
    {"#", "http://example.org/foo/bar#"},
    {"?", "http://example.org/foo/bar?"},
    {"?a=b&c=d", "http://example.org/foo/bar?a=b&c=d"},
    {"??a=b&c=d", "http://example.org/foo/bar??a=b&c=d"},
    {"/:23", "http://example.org/:23"},
    {"\\x", "http://example.org/x"},
    {"\\\\x\\hello", "http://x/hello"},
    {"http:\\\\foo.com\\", "http://foo.com/"},
    {"//foo/bar", "http://foo/bar"},
    {"http://foo/path;a??e#f#g", "http://foo/path;a??e#f#g"},
    {"http://foo/abcd#foo?bar", "http://foo/abcd#foo?bar"},
    {"[61:24:74]:98", "http://example.org/foo/[61:24:74]:98"},
    {"http://[2001::1]:80", "http://[2001::1]/"},
    {"http:/example.com/", "http://example.org/example.com/"},
    {"https:/example.com/", "https://example.com/"},
    {"https:example.com/", "https://example.com/"},
    {"javascript:/example.com/", "javascript:/example.com/"},
    {"mailto:example.com/", "mailto:example.com/"},
    {"/a/ /c", "http://example.org/a/%20/c"},
    {"/a%2fc", "http://example.org/a%2fc"},
});

// The rest of table U-C.
inline constexpr auto browser_joins = std::to_array<JoinRow>({
    {"http://www.example.com/test", ".", "http://www.example.com/"},
    {"http://www.example.com/test", "..", "http://www.example.com/"},
    {"http://www.example.com/test", "/", "http://www.example.com/"},
    {"http://www.example.com/test", "../../test.txt", "http://www.example.com/test.txt"},
    {"http://www.example.com/test", "../aaa/test.txt", "http://www.example.com/aaa/test.txt"},
    {"http://www.example.com/test", "http://www.example2.com", "http://www.example2.com/"},
    {"http://other.com/", "http://ExAmPlE.CoM", "http://example.com/"},
    {"http://user:pass@example.org:21/smth", "/some/path",
     "http://user:pass@example.org:21/some/path"},
    {"https://example.org/##link", "#link", "https://example.org/#link"},
    {"http://example.org/", "///test", "http://test/"},
    {"http://example.org/", "///example.org/../path/../../path", "http://example.org/path"},
});

// Table U-D, without its last row, whose base is https.
inline constexpr auto malformed_urls = std::to_array<std::string_view>({
    "http://f:b/c",
    "http://f: /c",
    "http://f:fifty-two/c",
    "http://f:999999/c",
    "http://f:4294967377/c",
    "http://f:18446744073709551697/c",
    "http://f:340282366920938463463374607431768211537/c",
    "http://[1::2]:3:4",
    "http://2001::1",
    "http://2001::1]",
    "http://[]",
    "http://[:]",
    "http://[google.com]",
    "http://[::1.2.3.4x]",
    "http://[::127.0.0.1.]",
    "http://[0:1:2:3:4:5:6:7:8]",
    "http://example example.com",
    "http://192.168.0.1 hello",
    "http://hello%00",
    "http://%25",
});

}  // namespace url_test
