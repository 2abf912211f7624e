/* The event notifier as specified: one step per label.
 *
 * One consumer parks in two steps and informs its parent in between. The parent and the producers notify.
 * The specification's only property is termination. Its producers leave their loop before they can notify, and its
 * condition variable stores a signal without a waiter. So most of the seeded errors below go unnoticed.
 *
 * Constants: THREADS, CONSUMER (its parent is CONSUMER / 2), MAX_TASKS.
 * Switches, as specified unless given:
 *   CHECK_PHASE=0     park does not compare its ticket with the phase
 *   CHECK_SIGNALED=0  park does not look at the flag
 *   EARLY_EXIT=0      notify continues although the flag is set
 *   FLIP_PHASE=0      notify does not change the phase
 *   SET_SIGNALED=0    notify does not set the flag
 *   RESET=0           park does not reset the flag
 *   STICKY=0          a real condition variable: a signal without a waiter is lost
 *   PUBLISH_FIRST=0   the parent notifies before it publishes the termination
 *   NEVER_WAKE=1      notify does not signal the condition variable
 *   ASSERT_NO_STEAL   asserts that no producer ever notifies
 */
#ifndef THREADS
#define THREADS 4
#endif
#ifndef CONSUMER
#define CONSUMER 3
#endif
#ifndef MAX_TASKS
#define MAX_TASKS 1
#endif
#ifndef CHECK_PHASE
#define CHECK_PHASE 1
#endif
#ifndef CHECK_SIGNALED
#define CHECK_SIGNALED 1
#endif
#ifndef EARLY_EXIT
#define EARLY_EXIT 1
#endif
#ifndef FLIP_PHASE
#define FLIP_PHASE 1
#endif
#ifndef SET_SIGNALED
#define SET_SIGNALED 1
#endif
#ifndef RESET
#define RESET 1
#endif
#ifndef STICKY
#define STICKY 1
#endif
#ifndef PUBLISH_FIRST
#define PUBLISH_FIRST 1
#endif
#ifndef NEVER_WAKE
#define NEVER_WAKE 0
#endif
#define PARENT (CONSUMER / 2)

bool phase, ticket, signaled, condition, child_waits, terminate;
bool in_condition;              /* the consumer waits in the condition variable */
byte tasks[THREADS];
byte ended;

inline notify() {
  if
  :: EARLY_EXIT && signaled -> printf("%d: notify, already signaled\n", _pid)
  :: else ->
     signaled = (SET_SIGNALED -> true : signaled);
     phase = (FLIP_PHASE -> !phase : phase);
     atomic {
       printf("%d: signals; the consumer sleeps: %d\n", _pid, in_condition);
       condition = (NEVER_WAKE -> condition : STICKY || in_condition)
     }
  fi
}

inline work_or_steal(id) {
  if
  :: tasks[id] > 0 -> tasks[id]--
  :: else -> notify()
  fi
}

inline may_share_work(id) {
  if
  :: tasks[id] > 0 && child_waits -> notify(); child_waits = false; tasks[id]--
  :: else -> skip
  fi
}

inline prepare_parking() {
  if
  :: !signaled -> atomic { ticket = phase; printf("consumer: takes ticket %d\n", ticket) }
  :: else -> skip
  fi
}

inline park() {
  if
  :: !CHECK_SIGNALED || !signaled ->
     if
     :: !CHECK_PHASE || ticket == phase ->
        atomic { in_condition = true; printf("consumer: sleeps\n") };
        d_step { condition -> condition = false; in_condition = false; printf("consumer: wakes\n") }
     :: else -> skip
     fi
  :: else -> skip
  fi;
  signaled = (RESET -> false : signaled)
}

inline look_whether_all_is_done() {
  d_step {
    all_done = true;
    for (i : 0 .. THREADS - 1) { all_done = all_done && tasks[i] == 0 };
    i = 0
  }
}

proctype producer(byte id) {
  do
  :: tasks[id] > 0 ->
     if
     :: tasks[id] > 0 -> tasks[id]--
     :: else ->
#ifdef ASSERT_NO_STEAL
        assert(false);
#endif
        notify()
     fi
  :: else -> break
  od;
  ended++
}

proctype parent() {
  bool all_done;
  byte i;
again:
  if
  :: true -> work_or_steal(PARENT); may_share_work(PARENT)
  :: true -> may_share_work(PARENT); work_or_steal(PARENT)
  fi;
  look_whether_all_is_done();
  if
  :: all_done ->
     if
     :: PUBLISH_FIRST -> terminate = true; notify()
     :: else -> notify(); terminate = true
     fi;
     child_waits = false
  :: else -> goto again
  fi;
  ended++
}

proctype consumer() {
again:
  if
  :: tasks[CONSUMER] > 0 -> tasks[CONSUMER]--
  :: else -> prepare_parking(); child_waits = true; park()
  fi;
  if
  :: terminate -> skip
  :: else -> goto again
  fi;
  ended++
}

init {
  byte i, some;
  atomic {
    for (i : 0 .. THREADS - 1) { select(some : 0 .. MAX_TASKS); tasks[i] = some };
    some = 0;
    for (i : 0 .. THREADS - 1) {
      if
      :: i == CONSUMER -> run consumer()
      :: i == PARENT -> run parent()
      :: else -> run producer(i)
      fi
    }
  }
}

#ifdef LIVENESS
ltl termination { <> (ended == THREADS) }
#endif
