// descriptor_limit.hpp: how many sockets and files this program may have open.
//
// Chapter: "Programming With Callbacks": its crawler has no limit on concurrency. The operating
// system has one, and often a low one to begin with.
// The one thing to know: there are two limits. A program may raise the soft one, up to the hard
// one. Left out on purpose: putting it back. It is for the main function of a program.
#pragma once

namespace aio {

// Raises the soft limit of open descriptors as far as the system allows; never lowers it. What
// cannot be raised stays as it is: whoever opens too many gets EMFILE.
void raise_descriptor_limit();

}  // namespace aio
