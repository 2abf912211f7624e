#include <checker/platform/stop_state.h>

#include <new>

#include <checker/checked.h>

namespace cqs::check {

bool stop_state::stop_requested(site where) const noexcept {
  return (_word.load(std::memory_order::acquire, where) & requested) != 0;
}

bool stop_state::request_stop(site where) noexcept {
  if ((_word.fetch_or(requested, std::memory_order::acq_rel, where) & requested) != 0) {
    return false;
  }
  _requester = execution::active()->current();
  take_first();
  while (_running != nullptr) {
    _running->_run(_running);
    // No access after this line: the callback may have destroyed itself, and no thread waits for it.
    _word.fetch_add(change, std::memory_order::acq_rel, where);
    take_first();
    checked::futex_wake_one(&_word, where);
  }
  return true;
}

void stop_state::take_first() noexcept {
  _running = _first;
  if (_first != nullptr) {
    unlink(*_first);
  }
}

void stop_state::attach(stop_callback_base& callback, site where) noexcept {
  if ((_word.fetch_add(change, std::memory_order::release, where) & requested) != 0) {
    look(where);
    callback._run(&callback);
    return;
  }
  callback._next = _first;
  if (_first != nullptr) {
    _first->_previous = &callback;
  }
  _first = &callback;
  callback._attached = true;
}

void stop_state::detach(stop_callback_base& callback) noexcept {
  const site where = site::current();
  _word.fetch_add(change, std::memory_order::relaxed, where);
  if (callback._attached) {
    unlink(callback);
    return;
  }
  if (_running == &callback && _requester == execution::active()->current()) {
    return;  // the callback destroys itself
  }
  for (;;) {
    const std::uint32_t seen = look(where);
    if (_running != &callback) {
      return;
    }
    checked::futex_wait(_word, seen, where);
  }
}

std::uint32_t stop_state::look(site where) noexcept {
  // A read-modify-write, because a load may return an old value, while the plain members have their newest
  // ones.
  return _word.fetch_or(0, std::memory_order::acquire, where);
}

void stop_state::unlink(stop_callback_base& callback) noexcept {
  (callback._previous != nullptr ? callback._previous->_next : _first) = callback._next;
  if (callback._next != nullptr) {
    callback._next->_previous = callback._previous;
  }
  callback._next = callback._previous = nullptr;
  callback._attached = false;
}

stop_state* stop_state::make() {
  return new (execution::active()->allocate(sizeof(stop_state), alignof(stop_state), typeid(stop_state),
                                            true)) stop_state();
}

}  // namespace cqs::check
