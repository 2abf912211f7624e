#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>

#include <cqs/detail/exceptions.h>
#include <cqs/detail/queue/cell.h>
#include <cqs/detail/queue/cursor.h>
#include <cqs/detail/queue/list_lock.h>
#include <cqs/detail/queue/segment.h>
#include <cqs/detail/waiting/backoff.h>
#include <cqs/platform/platform.h>

namespace cqs::detail {

enum class side : std::uint8_t { suspend, resume };

/// The paper's infinite array of cells (appendix B): a list of segments that two sides walk in order. At most one
/// operation of each side visits a cell. A segment whose cells are all cancelled leaves the list at once.
///
/// The paper relies on a garbage collector. Here stakes take its place: see `cursor` and `segment`. A lock guards the
/// links. A thread takes it once per segment and side, and never allocates memory under it. All else is lock-free.
///
/// Memory: at most two segments (one per cursor, or one for both and a spare one), besides those with an unfinished cell
/// and those that an operation in progress uses. No segment exists before the first reservation.
///
/// `SkipsAreCounted`: cells of removed segments count as visited by a resume, see `insist_unless_skipped`.
template <class T, std::size_t SegmentSize, bool SkipsAreCounted, platform Platform, class Note = no_note>
class infinite_array {
  using segment_type = segment<T, SegmentSize, Platform, Note>;
  using cursor_type = cursor<segment_type>;
  using cursor_word = typename cursor_type::word;
  template <class U>
  using atomic = typename Platform::template atomic<U>;

  static_assert(SegmentSize >= 1 && SegmentSize <= 1024,
                "an offset of 16 bits also counts the reservations of threads that run past the end");

 public:
  /// A reserved cell. Its holder owes the segment one stake.
  struct place {
    segment_type* segment = nullptr;
    std::size_t index = 0;

    atomic<cell::word>& cell() const noexcept { return segment->cells[index]; }
    decltype(auto) payload() const noexcept { return segment->payload[index]; }
    void leave_note(Note note) const noexcept { segment->left.leave(index, note); }
    Note note() const noexcept { return segment->left.read(index); }
    void give_back(std::int64_t stakes) const noexcept { segment->give_back(stakes); }
  };

  /// Reserved cells of one segment: [first, first + count).
  struct places {
    segment_type* segment = nullptr;
    std::size_t first = 0;
    std::size_t count = 0;
  };

  constexpr infinite_array() noexcept = default;
  infinite_array(const infinite_array&) = delete;
  infinite_array& operator=(const infinite_array&) = delete;

  /// No operation may be in progress. Threads that only have to give back a stake may still do so.
  constexpr ~infinite_array() {
    if (std::is_constant_evaluated()) {
      return;  // a constant has no segments
    }
    for (segment_type* s = front(); s != nullptr;) {
      segment_type* const next = s->list.read().next;
      abandon(s);
      s = next;
    }
  }

  /// Reserves the next cell. If it throws `std::bad_alloc`, it has no effect.
  template <side Side>
  place reserve() {
    for (;;) {
      if (const place p = try_reserve<Side>(); p.segment != nullptr) [[likely]] {
        return p;
      }
    }
  }

  /// As `reserve`, but waits for memory if there is none.
  template <side Side>
  place insist() noexcept {
    return retry_without_memory([this] { return reserve<Side>(); });
  }

  /// Reserves the next cell for a resume; waits for memory if there is none. Returns no place if this resume must fail,
  /// as if it had met a cancelled cell. The reason: in simple cancellation every cancelled cell must fail one resume,
  /// and no resume can visit the cells of a removed segment.
  place insist_unless_skipped() noexcept requires SkipsAreCounted {
    return retry_without_memory([this] {
      for (;;) {
        if (take_skipped()) {
          return place{};
        }
        if (const place p = try_reserve<side::resume>(); p.segment != nullptr) {
          return p;
        }
      }
    });
  }

  /// Reserves one to `wanted` cells for the resume side; waits for memory if there is none.
  places insist_on_some(std::size_t wanted) noexcept {
    return retry_without_memory([this, wanted] {
      for (;;) {
        const std::size_t asked = std::min({wanted, SegmentSize, most_at_once});
        // [cursor.reserve_some] acquire <- [cursor.begin_resume], [cursor.swing], [cursor.reserve],
        // [cursor.reserve_some]: as [cursor.reserve]; mutant order-reserve-some-release
        // release -> [cursor.reserve], [cursor.reserve_some]: as [cursor.reserve]; mutant order-reserve-some-acquire
        const cursor_word w = _resume.fetch_add(asked, std::memory_order_acq_rel);
        const std::size_t offset = cursor_type::offset(w);
        const std::size_t left = offset < SegmentSize ? SegmentSize - offset : 0;
        const std::size_t count = asked < left ? asked : left;
        segment_type* const s = cursor_type::segment(w);
        if (count == 0) {
          advance<side::resume>(s, offset, asked);
          continue;
        }
        if (count < asked) {
          s->give_back(static_cast<std::int64_t>(asked - count));
        }
        return places{s, offset, count};
      }
    });
  }

  /// Counts a cell of the suspend side as cancelled. The caller still holds its stake.
  void mark_cancelled(place p) noexcept {
    segment_type* const s = p.segment;
    // relaxed: the lock orders the last cancellation and the change of `suspend_left`. The later of the two sees the
    // other.
    if (s->cancelled_cells.fetch_add(1, std::memory_order_relaxed) + 1 < SegmentSize) {
      return;
    }
    std::int64_t stakes = 0;
    {
      const std::lock_guard guard(_lock);
      stakes = remove_if_cancelled(s);
    }
    if (stakes > 0) {
      s->give_back(stakes);
    }
  }

  /// For a resume that has found its cell cancelled: moves the cursor past the run of cancelled cells that begins
  /// there, so that later resumes need not visit each of them. Gives back the caller's stake.
  void skip_cancelled(place p) noexcept {
    segment_type* const s = p.segment;
    std::size_t end = p.index + 1;
    while (end < SegmentSize && s->cells[end].load(std::memory_order_relaxed) == cell::cancelled) {
      ++end;
    }
    if (end == SegmentSize) {
      leave_cancelled(s);
      return;
    }
    // A thread that moves the offset owes the stakes of the cells that it passes. relaxed: it neither uses a segment
    // that it does not hold nor hands over a value, and a read-modify-write keeps the releases of the cursor alive.
    const auto passed = static_cast<std::int64_t>(end - p.index - 1);
    cursor_word expected = cursor_type::at(s, p.index + 1);
    const bool moved =
        passed > 0 && _resume.compare_exchange_strong(expected, cursor_type::at(s, end),
                                                      std::memory_order_relaxed, std::memory_order_relaxed);
    s->give_back(moved ? 1 + passed : 1);
  }

  /// How many cells the resume side has still to visit before this one. Between two segments this is a lower bound.
  std::size_t cells_before(place p) const noexcept {
    // relaxed: the position only decides how to wait.
    const cursor_word w = _resume.load(std::memory_order_relaxed);
    if (cursor_type::segment(w) != p.segment) {
      return p.index + 1;
    }
    return p.index - std::min(p.index, cursor_type::offset(w));
  }

  /// Calls `visit` with each segment in the list, in order.
  template <class Visitor>
  void for_each_segment(Visitor&& visit) const {
    const std::lock_guard guard(_lock);
    for (const segment_type* s = front(); s != nullptr; s = s->list.read().next) {
      visit(*s);
    }
  }

 private:
  template <side Side>
  constexpr atomic<cursor_word>& cursor_of() noexcept {
    return Side == side::suspend ? _suspend : _resume;
  }

  /// One attempt. Returns no place if the cursor had to move to the next segment first.
  template <side Side>
  place try_reserve() {
    // Two resumes may swap the permits that they carry, if a waiter refuses one of them and the primitive counts that
    // permit as free at once. Then only this cursor orders their callers.
    // [cursor.reserve] acquire <- [cursor.begin_suspend], [cursor.swing]: the segment, for a suspend;
    // mutant order-suspend-cursor-relaxed
    // acquire <- [cursor.begin_resume], [cursor.swing], [cursor.reserve], [cursor.reserve_some]: the segment, and what
    // the callers of earlier resumes did; mutant order-resume-cursor-release
    // release -> [cursor.reserve], [cursor.reserve_some]: what the caller of a resume did;
    // mutant order-resume-cursor-acquire
    constexpr auto order = Side == side::suspend ? std::memory_order_acquire : std::memory_order_acq_rel;
    const cursor_word w = cursor_of<Side>().fetch_add(1, order);
    if (cursor_type::offset(w) < SegmentSize) [[likely]] {
      return {cursor_type::segment(w), cursor_type::offset(w)};
    }
    advance<Side>(cursor_type::segment(w), cursor_type::offset(w), 1);
    return {};
  }

  bool take_skipped() noexcept {
    // relaxed, here and in `leave`: a resume that takes one of the skipped cells fails, and hands nothing over.
    auto skipped = _skipped.load(std::memory_order_relaxed);
    while (skipped > 0) {
      if (_skipped.compare_exchange_weak(skipped, skipped - 1, std::memory_order_relaxed,
                                         std::memory_order_relaxed)) {
        return true;
      }
    }
    return false;
  }

  template <class Reserve>
  auto retry_without_memory(Reserve reserve) noexcept {
    backoff<Platform> wait(0);
    for (;;) {
      CQS_DETAIL_TRY {
        return reserve();
      }
      CQS_DETAIL_CATCH(const std::bad_alloc&) {
        wait();
      }
    }
  }

  /// Moves a cursor from segment `s` to the next, unless another thread has done so. Gives back the caller's `stakes`;
  /// `offset` is that of the caller's first reservation.
  ///
  /// No thread allocates memory under the lock. The first thread past the segment's end allocates. The others wait a
  /// while for that thread, so that not all of them allocate.
  template <side Side>
  void advance(segment_type* s, std::size_t offset, std::size_t stakes) {
    cursor_type::require_room(offset);
    auto& cursor = cursor_of<Side>();
    // relaxed: a thread that finds the cursor moved reserves again, and acquires at [cursor.reserve].
    const auto moved = [&cursor, s] {
      return cursor_type::segment(cursor.load(std::memory_order_relaxed)) != s;
    };
    const bool is_first = offset == SegmentSize;
    segment_type* spare = Side == side::suspend && is_first && !seems_to_have_next(s)
                              ? create_after(s, cursor, stakes, moved)
                              : nullptr;
    auto given_back = static_cast<std::int64_t>(stakes);
    if (!is_first) {
      leave_to_the_first(moved);
    }
    while (lock_unless(moved)) {
      if (has_next(s) || spare != nullptr) {
        given_back += move_on<Side>(s, spare);
        _lock.unlock();
        break;
      }
      _lock.unlock();
      spare = create_after(s, cursor, stakes, moved);
    }
    if (spare != nullptr) {
      Platform::destroy(spare);
    }
    if (s != nullptr && s->give_back_and_keep(given_back)) {
      recycle(s);
    }
  }

  /// Makes a segment that belongs to the caller the next one of the list, if both cursors are in the last. So a pool's
  /// storage allocates nothing as it goes on. The caller's own operation is not over, so the array still exists. (A
  /// thread that only gives a stake back cannot know that, and frees the segment.)
  void recycle(segment_type* s) noexcept {
    const auto cursors_meet = [this] {
      return cursor_type::segment(_suspend.load(std::memory_order_relaxed)) ==
             cursor_type::segment(_resume.load(std::memory_order_relaxed));
    };
    if (cursors_meet()) {
      std::destroy_at(s);
      std::construct_at(s, std::uint64_t{0});
      const std::lock_guard guard(_lock);
      segment_type* const last = cursor_type::segment(_suspend.load(std::memory_order_relaxed));
      if (cursors_meet() && !has_next(last)) {
        s->id = last->id + 1;
        link(last, s);
        return;
      }
    }
    Platform::destroy(s);
  }

  static bool seems_to_have_next(const segment_type* s) noexcept {
    // relaxed: whether there is a next segment is decided under the lock.
    return s != nullptr && s->followed.load(std::memory_order_relaxed) != 0;
  }

  /// Waits a while for the first thread past the end to move the cursor; without the lock, which that thread needs.
  template <class Moved>
  static void leave_to_the_first(const Moved& moved) noexcept {
    for (std::uint32_t round = 0; round < patience && !moved(); ++round) {
      for (std::uint32_t p = 0; p < std::uint32_t{1} << round; ++p) {
        Platform::pause();
      }
    }
  }

  /// Creates a segment to follow `s`. Returns none if memory is short and the cursor has moved meanwhile. Takes the
  /// caller's reservations back before it throws, so that no number of failures can overflow the offset.
  template <class Moved>
  segment_type* create_after(segment_type* s, atomic<cursor_word>& cursor, std::size_t stakes,
                             const Moved& moved) {
    CQS_DETAIL_TRY {
      return cursor_type::require_address(
          Platform::template create<segment_type>(s == nullptr ? std::uint64_t{0} : s->id + 1));
    }
    CQS_DETAIL_CATCH(...) {
      if (lock_unless(moved)) {
        cursor.fetch_sub(stakes, std::memory_order_relaxed);
        _lock.unlock();
        CQS_DETAIL_RETHROW;
      }
      return nullptr;
    }
  }

  /// Returns true, with the lock held, unless the cursor has moved.
  template <class Moved>
  bool lock_unless(const Moved& moved) noexcept {
    if (!_lock.lock_unless(moved)) {
      return false;
    }
    if (moved()) {
      _lock.unlock();
      return false;
    }
    return true;
  }

  /// Moves the resume cursor from `s` to the next segment, if there is one. All cells of `s` that the cursor has not
  /// reached are cancelled. Gives back the caller's stake.
  void leave_cancelled(segment_type* s) noexcept {
    std::int64_t given_back = 1;
    {
      const std::lock_guard guard(_lock);
      segment_type* const next = s->list.read().next;
      if (next != nullptr && cursor_type::segment(_resume.load(std::memory_order_relaxed)) == s) {
        given_back += leave<side::resume>(s, next);
      }
    }
    s->give_back(given_back);
  }

  // The functions from here to `unlink` need the lock.

  static bool has_next(const segment_type* s) noexcept {
    return s != nullptr && s->list.read().next != nullptr;
  }

  static void link(segment_type* last, segment_type* added) noexcept {
    added->list.write().prev = last;
    last->list.write().next = added;
    last->followed.store(1, std::memory_order_relaxed);
  }

  /// Moves a cursor to the segment after `s`. If there is none, links and uses `spare`. Returns the stakes to give back
  /// to `s`.
  template <side Side>
  std::int64_t move_on(segment_type* s, segment_type*& spare) noexcept {
    if (s == nullptr) {
      begin(*std::exchange(spare, nullptr));
      return 0;
    }
    if (!has_next(s)) {
      link(s, std::exchange(spare, nullptr));
    }
    return leave<Side>(s, s->list.read().next);
  }

  void begin(segment_type& first) noexcept {
    first.list.write().resume_reached = true;
    // [cursor.begin_suspend] release -> [cursor.reserve]: the segment; mutant order-first-segment-relaxed
    _suspend.exchange(cursor_type::at(&first, 0), std::memory_order_release);
    // [cursor.begin_resume] release -> [cursor.reserve], [cursor.reserve_some]: the segment;
    // mutant order-first-segment-to-resumes-relaxed
    _resume.exchange(cursor_type::at(&first, 0), std::memory_order_release);
  }

  /// Swings a cursor from `s` to `next`. Returns the stakes to give back to `s`.
  template <side Side>
  std::int64_t leave(segment_type* s, segment_type* next) noexcept {
    if constexpr (Side == side::resume) {
      next->list.write().resume_reached = true;
      if constexpr (SkipsAreCounted) {
        _skipped.fetch_add((next->id - s->id - 1) * SegmentSize, std::memory_order_relaxed);
      }
    }
    // [cursor.swing] release -> [cursor.reserve], [cursor.reserve_some]: the next segment;
    // mutant order-cursor-swing-relaxed
    // No acquire: this thread takes only the number of reservations from `w`. Their stakes order the free of `s`.
    const cursor_word w = cursor_of<Side>().exchange(cursor_type::at(next, 0), std::memory_order_release);
    auto& list = s->list.write();
    (Side == side::suspend ? list.suspend_left : list.resume_left) = true;
    auto stakes = segment_type::cursor_stake - static_cast<std::int64_t>(cursor_type::offset(w));
    if (list.suspend_left && list.resume_left) {
      unlink(s);
    } else {
      stakes += remove_if_cancelled(s);
    }
    return stakes;
  }

  /// Removes a segment that only cancelled waiters have used, so that no resume has to pass it. Returns the stakes to
  /// give back to it. In simple cancellation a cursor that is in the segment stays there, because each cancelled cell
  /// must fail a resume.
  std::int64_t remove_if_cancelled(segment_type* s) noexcept {
    const auto& list = s->list.read();
    if (!list.suspend_left || list.unlinked ||
        s->cancelled_cells.load(std::memory_order_relaxed) < SegmentSize) {
      return 0;
    }
    if (!list.resume_reached) {
      unlink(s);
      return segment_type::cursor_stake;
    }
    return SkipsAreCounted ? 0 : leave<side::resume>(s, list.next);
  }

  void unlink(segment_type* s) noexcept {
    auto& list = s->list.write();
    list.unlinked = true;
    if (list.prev != nullptr) {
      list.prev->list.write().next = list.next;
    }
    if (list.next != nullptr) {
      list.next->list.write().prev = list.prev;
    }
  }

  const segment_type* front() const noexcept {
    const segment_type* s = cursor_type::segment(_suspend.load(std::memory_order_relaxed));
    while (s != nullptr && s->list.read().prev != nullptr) {
      s = s->list.read().prev;
    }
    return s;
  }
  segment_type* front() noexcept { return const_cast<segment_type*>(std::as_const(*this).front()); }

  /// Returns how many cells of `s` a side has reserved.
  template <side Side>
  std::size_t reserved(const segment_type* s) noexcept {
    const auto& list = s->list.read();
    if (Side == side::suspend ? list.suspend_left : list.resume_left) {
      return SegmentSize;
    }
    const cursor_word w = cursor_of<Side>().load(std::memory_order_relaxed);
    return cursor_type::segment(w) == s ? cursor_type::offset(w) : 0;
  }

  /// Moves both cursors away from `s` at the end of the array's life. Settles the cells that only one side has visited.
  void abandon(segment_type* s) noexcept {
    const std::size_t suspends = reserved<side::suspend>(s);
    const std::size_t resumes = reserved<side::resume>(s);
    const auto& list = s->list.read();
    std::int64_t stakes = 0;
    if (!list.suspend_left) {
      stakes += segment_type::cursor_stake - static_cast<std::int64_t>(suspends);
    }
    if (!list.resume_left) {
      stakes += segment_type::cursor_stake - static_cast<std::int64_t>(resumes);
    }
    for (std::size_t i = 0; i < SegmentSize; ++i) {
      // A suspend would have taken the value, with the resume's stake. (The reverse does not happen. A retrieval from a
      // `queue_storage` that breaks its cell leaves its stake to an insertion that was counted before. That insertion
      // has ended by now.)
      if (i >= suspends && i < resumes && s->cells[i].load(std::memory_order_relaxed) == cell::value) {
        s->payload[i].take();
        ++stakes;
      }
    }
    s->give_back(stakes);
  }

  /// The most cells that a thread reserves at once. Reservations past a segment's end also count in its 16 bits.
  static constexpr std::size_t most_at_once = 16;
  /// How often a thread looks for a segment that another thread allocates, before it allocates its own.
  static constexpr std::uint32_t patience = 8;

  struct nothing {};

  // Both begin past the end of no segment, so that the first reservation creates a segment.
  atomic<cursor_word> _suspend{SegmentSize};
  atomic<cursor_word> _resume{SegmentSize};
  mutable list_lock<Platform> _lock;
  [[no_unique_address]] std::conditional_t<SkipsAreCounted, atomic<std::uint64_t>, nothing> _skipped{};
};

}  // namespace cqs::detail
