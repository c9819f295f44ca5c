"""walk.py: what a crawl of a site has to find, found in another way.

    walk.py URL

Prints the request target of each URL of the same host and port that can be reached from URL, one a
line, sorted. It walks breadth first, one request after the other, with Python's urllib; links are
the href of a and area and the src of frame and iframe, joined to the page's base.

The one thing to know: nothing here knows how the crawler finds links. html5lib reads the pages, and
builds the tree that a browser builds.

Left out on purpose: other hosts, https, and trying again. The sites are on this machine.
"""

import collections
import sys
import urllib.error
import urllib.parse
import urllib.request

import html5lib

LINKS = {"a": "href", "area": "href", "frame": "src", "iframe": "src"}
HTML_SPACE = "\t\n\f\r "
# Beside letters and digits: what a target may have as it is, and "%", which is encoded already.
SAFE = "%/?:@!$&'()*+,;=~[]-._"


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Leaves a redirect to the walk, which has to count its URL."""

    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}), NoRedirects())


def base_and_links(body, charset):
    """Gives the first <base href>, or None, and the links."""
    tree = html5lib.parse(body, transport_encoding=charset, namespaceHTMLElements=False)
    bases = [base.get("href") for base in tree.iter("base") if base.get("href") is not None]
    links = [e.get(LINKS[e.tag]) for e in tree.iter() if e.tag in LINKS]
    return (bases or [None])[0], [link for link in links if link is not None]


def join(base, link):
    """The URL of a link without its fragment, or None if it has none."""
    link = link.strip(HTML_SPACE)
    for break_in_url in "\t\r\n":
        link = link.replace(break_in_url, "")
    try:
        url = urllib.parse.urldefrag(urllib.parse.urljoin(base, link)).url
        parts = urllib.parse.urlsplit(url)
    except ValueError:
        return None
    path = urllib.parse.quote(parts.path or "/", safe=SAFE)
    return parts._replace(path=path, query=urllib.parse.quote(parts.query, safe=SAFE)).geturl()


def fetch(url):
    """Gives the answer's headers and body; the body of a redirect or an error is not read."""
    try:
        with OPENER.open(url) as answer:
            return answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.headers, b""


def links_at(url):
    headers, body = fetch(url)
    if headers.get("Location"):
        return [join(url, headers["Location"])]
    if headers.get_content_type() not in ("text/html", "application/xhtml+xml"):
        return []
    base, links = base_and_links(body, headers.get_content_charset())
    page_base = (join(url, base) if base else None) or url
    return [join(page_base, link) for link in links]


def walk(root):
    """Gives the set of all URLs, each of which it has asked for once."""
    origin = urllib.parse.urlsplit(root)[:2]
    seen = {root}
    queue = collections.deque(seen)
    while queue:
        for link in links_at(queue.popleft()):
            if link and link not in seen and urllib.parse.urlsplit(link)[:2] == origin:
                seen.add(link)
                queue.append(link)
    return seen


def target(url):
    parts = urllib.parse.urlsplit(url)
    return parts.path + ("?" + parts.query if parts.query else "")


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: walk.py URL")
    for line in sorted(target(url) for url in walk(sys.argv[1])):
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
