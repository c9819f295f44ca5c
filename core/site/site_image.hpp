// site_image.hpp: the picture that every comic of the bundled site shows.
//
// Chapter: none; a crawler meets images, and must not look for links in them.
// The one thing to know: it is a complete PNG file of 24 by 24 pixels, in black and white, of
// somebody who holds the end of a thread.
// Left out on purpose: a picture for each comic.
#pragma once

#include <string_view>

namespace aio {

// The bytes of the file. They live as long as the program.
std::string_view site_image();

}  // namespace aio
