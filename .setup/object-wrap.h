// Node 24.19 and newer register a clean-up hook for each node::ObjectWrap, and remove it when the object is collected.
// The removal aborts the process when no JavaScript runs at that moment (nodejs/node#65446). better-sqlite3 12 wraps its
// statements so; version 13 does not, but needs Node 22.14. Compiled with this file it has no such hooks.
#include <node.h>

namespace node {
inline void IgnoreCleanupHook(v8::Isolate*, void (*)(void*), void*) {}
}

#define AddEnvironmentCleanupHook IgnoreCleanupHook
#define RemoveEnvironmentCleanupHook IgnoreCleanupHook
#include <node_object_wrap.h>
#undef AddEnvironmentCleanupHook
#undef RemoveEnvironmentCleanupHook
