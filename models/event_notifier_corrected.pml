/* The event notifier with a mailbox, as programs use it. Producers publish a message, then notify. The consumer ends
 * when it has all messages. An invalid end state is a lost wake-up: the mailbox has a message and the consumer sleeps.
 *
 * Constants: PRODUCERS, MESSAGES (of each producer).
 * ALGORITHM: WORD   one word: bit 0 is the announcement of the consumer, the other bits count its announcements.
 *                   components/cqs/event_notifier.h implements this.
 *            WEAVE  flag, phase and futex, as specified
 *            WEAVE_CONDVAR  flag, phase and a condition variable used without its mutex
 * STORE_BUFFERS=1   the machine delays stores, as x86 does; read-modify-writes and fences wait for delayed stores
 * Switches, correct unless given:
 *   RECHECK=0       WORD: the consumer does not check the mailbox again after the announcement
 *   ANNOUNCE=0      WORD: the announcement is a store, not a read-modify-write
 *   READ_BY_RMW=0   WORD: notify reads the word with a load, not with a read-modify-write
 *   CHECK_PHASE=0   park does not compare its ticket
 *   SLEEP=0         WORD: park returns at once
 *   FENCES=0        WEAVE: no full fence after the reset and before the test of the flag
 * Also asserted: park returns without a message at most once per notification.
 */
#define WORD 0
#define WEAVE 1
#define WEAVE_CONDVAR 2
#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef MESSAGES
#define MESSAGES 2
#endif
#ifndef ALGORITHM
#define ALGORITHM WORD
#endif
#ifndef STORE_BUFFERS
#define STORE_BUFFERS 0
#endif
#ifndef RECHECK
#define RECHECK 1
#endif
#ifndef ANNOUNCE
#define ANNOUNCE 1
#endif
#ifndef READ_BY_RMW
#define READ_BY_RMW 1
#endif
#ifndef CHECK_PHASE
#define CHECK_PHASE 1
#endif
#ifndef SLEEP
#define SLEEP 1
#endif
#ifndef FENCES
#define FENCES 1
#endif

#define CONSUMER PRODUCERS
#define THREADS (PRODUCERS + 1)

/* The cells of memory. */
#define SIGNALED 0
#define PHASE 1
#define FUTEX 2                 /* WORD: the word */
#define MAILBOX 3               /* the number of messages in it */
#define CELLS 4
byte memory[CELLS];
bool asleep;
byte received, notifications, spurious;

#if STORE_BUFFERS
#define DEPTH 3
chan buffer[THREADS] = [DEPTH] of { byte, byte };
byte pending[THREADS * CELLS];  /* delayed stores; a thread sees its own newest one */
byte newest[THREADS * CELLS];
#define AT(t, cell) ((t) * CELLS + (cell))
#define OUT(t) empty(buffer[t])
#define LOAD(t, cell) (pending[AT(t, cell)] > 0 -> newest[AT(t, cell)] : memory[cell])
#define STORE(t, cell, value) \
  d_step { nfull(buffer[t]); buffer[t]!cell,value; pending[AT(t, cell)]++; newest[AT(t, cell)] = value }

/* Each message is a separate store to the list. When the store is performed, one more message is visible. */
inline write_out(t) {
  buffer[t]?cell,value;
  memory[cell] = (cell == MAILBOX -> memory[cell] + 1 : value);
  pending[AT(t, cell)]--;
  newest[AT(t, cell)] = (pending[AT(t, cell)] == 0 -> 0 : newest[AT(t, cell)]);
  cell = 0;
  value = 0
}

active proctype store_buffers() {
  byte cell, value, t;
end:
  do
  :: d_step { nempty(buffer[0]) -> write_out(0) }
#if PRODUCERS > 1
  :: d_step { nempty(buffer[1]) -> write_out(1) }
#endif
  :: d_step { nempty(buffer[CONSUMER]) -> write_out(CONSUMER) }
  od
}
#else
#define OUT(t) true
#define LOAD(t, cell) memory[cell]
#define STORE(t, cell, value) memory[cell] = value
#endif

/* As in a linked queue: an exchange of its tail, then a store that links the message. */
inline publish(t) {
  OUT(t);
#if STORE_BUFFERS
  d_step { nfull(buffer[t]); buffer[t]!MAILBOX,0; pending[AT(t, MAILBOX)]++ }
#else
  memory[MAILBOX]++
#endif
}

inline wake() { atomic { asleep = false; printf("producer %d: wakes\n", id) } }

inline notify(t) {
  notifications++;
#if ALGORITHM == WORD
  d_step { (!READ_BY_RMW || OUT(t)) -> seen = memory[FUTEX] };
  if
  :: seen & 1 ->
     d_step { OUT(t) -> cleared = memory[FUTEX] == seen; memory[FUTEX] = (cleared -> seen - 1 : memory[FUTEX]) };
     if
     :: cleared -> wake()
     :: else -> skip             /* another producer has notified this announcement */
     fi
  :: else -> printf("producer %d: no announcement\n", id)
  fi;
  seen = 0;
  cleared = false
#else
  (!FENCES || OUT(t));
  if
  :: LOAD(t, SIGNALED) == 1 -> printf("producer %d: already signaled\n", id)
  :: else ->
     STORE(t, SIGNALED, 1);
     d_step { OUT(t) -> memory[PHASE] = 1 - memory[PHASE] };
#if ALGORITHM == WEAVE
     STORE(t, FUTEX, 1);
     OUT(t);
#endif
     wake()
  fi
#endif
}

proctype producer(byte id) {
  byte sent, seen;
  bool cleared;
  do
  :: sent < MESSAGES -> publish(id); notify(id); sent++
  :: else -> break
  od
}

inline sleep_while(condition) {
  atomic {
    OUT(CONSUMER);
    if
    :: condition -> asleep = true; printf("consumer: sleeps\n"); !asleep; printf("consumer: wakes\n")
    :: else -> skip
    fi
  }
}

inline announce() {
#if ANNOUNCE
  d_step { OUT(CONSUMER) -> memory[FUTEX] = ((memory[FUTEX] + 2) % 8) | 1; ticket = memory[FUTEX] }
#else
  ticket = ((LOAD(CONSUMER, FUTEX) + 2) % 8) | 1;
  STORE(CONSUMER, FUTEX, ticket)
#endif
}

inline withdraw() {
  d_step { OUT(CONSUMER) -> memory[FUTEX] = (memory[FUTEX] == ticket -> ticket - 1 : memory[FUTEX]) }
}

inline wait_for_message() {
#if ALGORITHM == WORD
  announce();
  if
  :: RECHECK && memory[MAILBOX] > 0 -> withdraw(); goto next
  :: else -> skip
  fi;
  if
  :: SLEEP && CHECK_PHASE ->
     do
     :: LOAD(CONSUMER, FUTEX) == ticket -> sleep_while(memory[FUTEX] == ticket)
     :: else -> break
     od
  :: SLEEP && !CHECK_PHASE -> sleep_while(true)
  :: else -> withdraw()
  fi
#else
  if
  :: LOAD(CONSUMER, SIGNALED) == 0 -> ticket = LOAD(CONSUMER, PHASE)
  :: else -> skip
  fi;
  if
  :: LOAD(CONSUMER, SIGNALED) == 0 ->
     if
     :: !CHECK_PHASE || ticket == LOAD(CONSUMER, PHASE) ->
        sleep_while(ALGORITHM == WEAVE_CONDVAR || memory[FUTEX] == 0)
     :: else -> skip
     fi
  :: else -> skip
  fi;
  STORE(CONSUMER, SIGNALED, 0);
#if ALGORITHM == WEAVE
  STORE(CONSUMER, FUTEX, 0);
#endif
  (!FENCES || OUT(CONSUMER))
#endif
}

proctype consumer() {
  byte ticket;
  do
  :: received == PRODUCERS * MESSAGES -> break
  :: else ->
     if
     :: memory[MAILBOX] > 0 -> d_step { memory[MAILBOX]--; received++ }
     :: else ->
        wait_for_message();
        if
        :: memory[MAILBOX] == 0 ->
           spurious++;
           assert(ALGORITHM != WORD || spurious <= notifications)
        :: else -> skip
        fi
     fi;
next:
     ticket = 0
  od
}

init {
  byte i;
  atomic {
    for (i : 0 .. PRODUCERS - 1) { run producer(i) };
    run consumer()
  }
}
