// generator.hpp: a function that stops at each co_yield, and goes on when a value is sent to it.
//
// Chapter: "How Generators Work" (L19 to L28), "Factoring Coroutines" (L35 to L39), and throw
// (L54). `send`, `throw_in` and StopIteration work as in Python; so does delegation, which Python
// spells `yield from inner` and C++ `co_await inner`.
//
// The one thing to know: nothing here calls itself. A generator that delegates only notes to which
// one. send() looks up the innermost of that chain and resumes it; when it ends, the one that
// delegated to it is next. So on the native stack there is never more than one generator.
//
// Left out on purpose: iteration with a range-for, close(), and StopIteration turned into another
// error if it leaves a generator's body, which came with Python 3.7.
#pragma once

#include <coroutine>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <variant>

#include "stage2_coroutines/exception.hpp"

namespace sketch {

// Python's None: as a value that stands for none, and as what send() takes to send nothing.
using None = std::monostate;
inline constexpr std::nullopt_t none = std::nullopt;

// How a result is kept: a void one as None.
template <class T> using Value = std::conditional_t<std::is_void_v<T>, None, T>;

// What send() throws when the generator has returned, with what it returned. (L28)
template <class Return> struct StopIteration : std::exception {
    explicit StopIteration(Value<Return> v = {}) : value(std::move(v)) {}
    const char* what() const noexcept override { return "StopIteration"; }
    Value<Return> value;
};

// [generator-promise]
// What the compiler puts into the frame of each generator, as far as it does not depend on what
// the generator returns. Owned by the frame.
template <class Yield, class Send> struct GeneratorPromise {
    std::coroutine_handle<> frame;
    std::size_t frame_size = std::exchange(last_frame_size, 0);
    CallSite where;        // The function, and the line at which it is suspended.
    bool started = false;  // Its first line has run.
    bool running = false;
    GeneratorPromise* delegate = nullptr;   // The generator that it delegates to,
    GeneratorPromise* delegator = nullptr;  // and the one that delegates to it.
    std::optional<Yield> yielded;           // On its way out.
    std::optional<Send> sent;               // On its way in.
    std::exception_ptr thrown;              // To be thrown where it is suspended.
    std::exception_ptr error;               // What has left its body.

    // It stops in this way at each co_yield, and before its first line, where a value is of no use.
    struct Yielding {
        GeneratorPromise& promise;
        bool await_ready() const noexcept { return false; }
        void await_suspend(std::coroutine_handle<>) const noexcept {}
        Send await_resume() const { return promise.receive(); }
    };
    struct Starting : Yielding {
        void await_resume() const { this->promise.receive(); }
    };
    Starting initial_suspend(CallSite start = CallSite::current()) noexcept {
        where = start;
        return {{*this}};
    }
    Yielding yield_value(Yield value, CallSite site = CallSite::current()) {
        where = site;
        yielded = std::move(value);
        return {*this};
    }
    // Whatever is awaited, the line is noted; the rest is up to its operator co_await.
    template <class Awaited>
    Awaited&& await_transform(Awaited&& awaited, CallSite site = CallSite::current()) noexcept {
        where = site;
        return std::forward<Awaited>(awaited);
    }
    std::suspend_always final_suspend() const noexcept { return {}; }
    void unhandled_exception() {
        add_traceback(where);
        error = std::current_exception();
    }

    // What was sent, or a default value if that is none; throws what was thrown in.
    Send receive() {
        if (thrown) std::rethrow_exception(std::exchange(thrown, nullptr));
        return std::exchange(sent, none).value_or(Send{});
    }
    GeneratorPromise& innermost() {
        GeneratorPromise* promise = this;
        while (promise->delegate != nullptr) promise = promise->delegate;
        return *promise;
    }
    void resume() {
        if (running) throw std::logic_error("this generator is running already");
        running = true;
        started = true;
        frame.resume();
        running = false;
    }

    // The frame's size is known only here, before there is a promise to keep it.
    static inline std::size_t last_frame_size = 0;
    static void* operator new(std::size_t size) {
        last_frame_size = size;
        return ::operator new(size);
    }
    static void operator delete(void* frame, std::size_t size) { ::operator delete(frame, size); }
};
// [/generator-promise]

// The part of the promise that keeps what a generator returns.
template <class Return> struct Returned {
    std::optional<Return> result;
    void return_value(Return value) { result = std::move(value); }
    Return take() { return std::exchange(result, none).value_or(Return{}); }
};
template <> struct Returned<void> {
    void return_void() const {}
    None take() const { return {}; }
};

// [generator]
// Owns the frame, and with it everything in the frame. Moves.
template <class Yield, class Send, class Return> class [[nodiscard]] Generator {
  public:
    using Promise = GeneratorPromise<Yield, Send>;
    struct promise_type : Promise, Returned<Return> {
        Generator get_return_object() { return Generator(*this); }
    };

    // Resumes it where it is suspended: the co_yield there gives `value`. Returns what it yields
    // next. Throws what it throws, or StopIteration<Return> once it has returned.
    // std::logic_error for a value before it has reached its first co_yield: nobody takes it.
    Yield send(std::optional<Send> value) {
        Promise& inner = promise_->innermost();
        if (value && !inner.started) throw std::logic_error("send(none) comes first");
        inner.sent = std::move(value);
        return run(inner);
    }
    // The same, but the co_yield throws `exception`. (L54)
    template <class E> Yield throw_in(E exception) {
        if (done()) throw exception;
        Promise& inner = promise_->innermost();
        if constexpr (std::is_same_v<E, Exception>) exception.set_place(inner.where);
        inner.thrown = std::make_exception_ptr(std::move(exception));
        return run(inner);
    }

    bool done() const { return promise_->frame.done(); }
    // The name of its function. (L22)
    const char* name() const { return promise_->where.function; }
    // The line at which it is suspended, -1 before the start. (L23, L25, L36)
    int line() const { return promise_->started ? promise_->where.line : -1; }
    // How many bytes its frame takes, and where it is. (L25)
    std::size_t frame_size() const { return promise_->frame_size; }
    const void* frame_address() const { return promise_->frame.address(); }

    // co_await inner: until it ends, what is sent goes to `inner`, and what it yields comes out.
    struct Delegation {
        Generator& inner;
        bool await_ready() const { return false; }
        template <class Outer> void await_suspend(std::coroutine_handle<Outer> outer) const {
            outer.promise().delegate = inner.promise_.get();
            inner.promise_->delegator = &outer.promise();
        }
        Value<Return> await_resume() const { return inner.take(); }
    };
    Delegation operator co_await() { return {*this}; }

  private:
    explicit Generator(promise_type& promise) : promise_(&promise) {
        promise.frame = std::coroutine_handle<promise_type>::from_promise(promise);
    }
    Yield run(Promise& inner);
    Value<Return> take() {
        if (promise_->error) std::rethrow_exception(std::exchange(promise_->error, nullptr));
        return promise_->take();
    }

    struct DestroyFrame {
        void operator()(promise_type* promise) const { promise->frame.destroy(); }
    };
    std::unique_ptr<promise_type, DestroyFrame> promise_;
};
// [/generator]

// [generator-run]
// Resumes the innermost generator, and then whichever has become the innermost, until one yields.
template <class Yield, class Send, class Return>
Yield Generator<Yield, Send, Return>::run(Promise& inner) {
    Promise* promise = &inner;
    while (true) {
        if (!promise->frame.done()) promise->resume();  // Others may have sent to it, too.
        if (promise->yielded) return *std::exchange(promise->yielded, none);
        if (promise->delegate != nullptr) {
            promise = &promise->innermost();
            continue;
        }
        if (promise == promise_.get()) throw StopIteration<Return>(take());
        promise = promise->delegator;
        promise->delegate = nullptr;
    }
}
// [/generator-run]

}  // namespace sketch
