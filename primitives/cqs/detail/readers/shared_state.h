#pragma once

#include <cstdint>

#include <cqs/detail/misuse.h>

namespace cqs::detail {

/// The word of a readers-writer lock. Each member function that is not `const` is one transition. It returns its result
/// and leaves the word as it is if it has no effect.
///
/// | bits   | meaning                        | bits   | meaning                                  |
/// |--------|--------------------------------|--------|------------------------------------------|
/// | 63     | a writer holds the lock        | 41     | a thread opens or closes the slots       |
/// | 62     | readers are scattered          | 21..40 | readers that wait                        |
/// | 42..61 | writers that wait              | 0..20  | readers that hold, not counting the slots|
///
/// A thread that changes the word from "waits" to "holds" owes the waiter a resume. Readers wait only while a writer
/// holds the lock or waits for it. Writers wait only while somebody holds the lock.
///
/// Readers are scattered only while no writer holds the lock or waits for it. Then all slots are open, readers come and
/// go by the slots, and the readers of this word and of the slots count together. One thread at a time opens or closes
/// the slots, and while it does, readers that it has not counted yet may leave by this word. So it adds `reserve`
/// readers, which also keep writers out. The slots are closed if readers are not scattered and no thread works on them.
class shared_state {
 public:
  using word_type = std::uint64_t;

  static constexpr word_type free = 0;
  static constexpr word_type one_reader = 1;
  static constexpr word_type written = word_type{1} << 63;

  constexpr explicit shared_state(word_type word) noexcept : _word(word) {}

  constexpr word_type word() const noexcept { return _word; }

  constexpr bool is_scattered() const noexcept { return (_word & scattered) != 0; }
  constexpr bool admits_reader() const noexcept { return is_without_writers() && readers() < most; }
  /// Readers hold the lock, and nobody waits for them to go.
  constexpr bool has_only_readers() const noexcept { return is_without_writers() && readers() > 0; }

  enum class attempt : std::uint8_t {
    failed,
    locked,
    must_close,  ///< the caller has to close the slots, and then to call `end_closing`
  };
  constexpr attempt lock() noexcept {
    if (is_scattered()) {
      _word = _word - scattered + working + reserve;
      return attempt::must_close;
    }
    if ((_word & (written | most)) != 0) {
      return attempt::failed;
    }
    _word |= written;
    return attempt::locked;
  }
  /// The caller is a reader, and becomes the writer if it is the only one and no writer waits.
  constexpr attempt upgrade() noexcept {
    if (is_scattered()) {
      return lock();
    }
    if (_word != one_reader) {
      return attempt::failed;
    }
    _word = written;
    return attempt::locked;
  }
  /// An attempt that does not lock leaves the writer waiting.
  constexpr attempt lock_or_wait() {
    const attempt result = lock();
    if (result != attempt::locked) {
      require_room(waiting_writers());
      _word += one_waiting_writer;
    }
    return result;
  }

  /// Returns false if this is not the time to scatter the readers. Else the caller has to open the slots.
  constexpr bool begin_opening() noexcept {
    if (!is_without_writers() || (_word & working) != 0 || readers() >= reserve / 2) {
      return false;
    }
    _word += working + reserve;
    return true;
  }
  /// Returns false if a writer has come meanwhile, or if more readers have left by this word than came by it. Then the
  /// caller has to close the slots.
  constexpr bool end_opening() noexcept {
    if (!is_without_writers() || readers() < reserve) {
      return false;
    }
    _word = _word - working - reserve + scattered;
    return true;
  }

  /// Who has closed the slots, and gets the lock if no reader is left.
  enum class closer : std::uint8_t { waiting_writer, trying_writer, upgrading_reader, reader };
  struct closing_outcome {
    bool locked;        ///< the closer holds the lock
    bool writer_comes;  ///< another writer does
  };
  /// The slots are closed. There were `counted` readers in them.
  constexpr closing_outcome end_closing(closer who, std::int64_t counted) noexcept {
    const auto left = static_cast<word_type>(counted) + readers() - reserve;
    if (left > most || left + waiting_readers() > most) {  // also if it is negative
      fail("cqs::shared_mutex: more readers have unlocked than locked, or more than 1 million hold the lock");
    }
    _word = _word - working - readers() + left;
    if (left > 0) {
      return {who == closer::upgrading_reader && upgrade() == attempt::locked, false};
    }
    if (who == closer::waiting_writer) {
      return {admit_writer(), false};
    }
    if (admit_writer()) {
      return {false, true};
    }
    return {who == closer::trying_writer && lock() == attempt::locked, false};
  }

  /// Returns false if there is no need to wait.
  constexpr bool wait_shared() {
    if (admits_reader() || is_scattered()) {
      return false;
    }
    require_room(waiting_readers());
    _word += one_waiting_reader;
    return true;
  }

  /// Returns false if the reader's resume is on its way.
  constexpr bool abort_waiting_reader() noexcept {
    if (waiting_readers() == 0) {
      return false;
    }
    _word -= one_waiting_reader;
    return true;
  }

  struct abort_outcome {
    bool aborted;            ///< false: the writer's resume is on its way
    word_type readers_come;  ///< how many come in: they waited only for this writer
  };
  constexpr abort_outcome abort_waiting_writer() noexcept {
    if (waiting_writers() == 0) {
      return {false, 0};
    }
    _word -= one_waiting_writer;
    return {true, is_without_writers() ? admit_readers() : 0};
  }

  struct unlock_outcome {
    bool held;  ///< false: nobody held the lock that way
    word_type readers_come;
    bool writer_comes;
    bool elsewhere = false;  ///< readers are scattered: the reader has to leave by its slot
  };
  /// The writer goes. The waiting readers come in, or else the next writer.
  constexpr unlock_outcome unlock() noexcept {
    if ((_word & written) == 0) {
      return {false, 0, false};
    }
    _word -= written;
    const word_type come = admit_readers();
    return {true, come, come == 0 && admit_writer()};
  }
  /// The writer becomes a reader. The waiting readers come in beside it.
  constexpr unlock_outcome downgrade() noexcept {
    if ((_word & written) == 0) {
      return {false, 0, false};
    }
    _word -= written;
    const word_type come = admit_readers();
    _word += one_reader;
    return {true, come, false};
  }
  /// A reader goes. After the last one the next writer comes in.
  constexpr unlock_outcome unlock_shared() noexcept {
    if (readers() == 0 || is_scattered()) {
      return {false, 0, false, is_scattered()};
    }
    _word -= one_reader;
    return {true, 0, readers() == 0 && admit_writer()};
  }

 private:
  static constexpr word_type most = (word_type{1} << 21) - 1;
  static constexpr word_type most_waiting = (word_type{1} << 20) - 1;
  static constexpr word_type reserve = word_type{1} << 20;
  static constexpr word_type one_waiting_reader = word_type{1} << 21;
  static constexpr word_type working = word_type{1} << 41;
  static constexpr word_type one_waiting_writer = word_type{1} << 42;
  static constexpr word_type scattered = word_type{1} << 62;

  /// No writer holds the lock or waits for it, and readers are not scattered.
  constexpr bool is_without_writers() const noexcept { return _word < one_waiting_writer; }

  constexpr word_type readers() const noexcept { return _word & most; }
  constexpr word_type waiting_readers() const noexcept { return _word >> 21 & most_waiting; }
  constexpr word_type waiting_writers() const noexcept { return _word >> 42 & most_waiting; }

  /// All waiting readers come in. Returns their number.
  constexpr word_type admit_readers() noexcept {
    const word_type come = waiting_readers();
    _word = _word - come * one_waiting_reader + come;
    return come;
  }
  /// The first waiting writer comes in, if there is one.
  constexpr bool admit_writer() noexcept {
    if (waiting_writers() == 0) {
      return false;
    }
    _word = _word - one_waiting_writer + written;
    return true;
  }

  /// All waiting readers may come in at once, so readers that hold and readers that wait must fit into one field.
  constexpr void require_room(word_type waiting) const {
    if (waiting == most_waiting || readers() + waiting_readers() >= most) {
      throw_overflow("cqs::shared_mutex: more than 1 million threads wait for the lock or hold it");
    }
  }

  word_type _word;
};

}  // namespace cqs::detail
