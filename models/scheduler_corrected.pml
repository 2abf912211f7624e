/* The class scheduler, corrected. The scheduler consumes an event when it enqueues the task; a later event stays
 * pending. Each class has a queue. A class that has been bypassed BYPASS times is served next.
 * components/cqs/class_executor.h implements this, with one worker's queues.
 *
 * Constants: SUBSCRIBERS, SERVERS, CLIENTS (three or four tasks), WORKERS, BYPASS, OBSERVED (the task whose events are watched).
 * ORDER: AGED    class priority with the bypass bound
 *        STRICT  class priority alone, which starves clients
 *        ARRIVAL one queue
 * Switches, correct unless given:
 *   CONSUME=AT_END    the event is consumed when the callback has ended: events during the run are lost
 *   SERVE_CLIENTS=0   the last class is never served
 *   RETURN=0          a task that has run does not wait for events again
 *   LEAVE_WAITING=0   a queued task still counts as waiting
 *   FOREVER=1         events never end
 * Asserted: a task waits, is queued, or runs; it never runs twice at once; no class is bypassed more than BYPASS times
 * (plus once for each other class that is late as well). LIVENESS: an event is followed by a run.
 */
#define AGED 0
#define STRICT 1
#define ARRIVAL 2
#define AT_START 0
#define AT_END 1
#ifndef SUBSCRIBERS
#define SUBSCRIBERS 1
#endif
#ifndef SERVERS
#define SERVERS 1
#endif
#ifndef CLIENTS
#define CLIENTS 1
#endif
#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef BYPASS
#define BYPASS 2
#endif
#ifndef ORDER
#define ORDER AGED
#endif
#ifndef CONSUME
#define CONSUME AT_START
#endif
#ifndef SERVE_CLIENTS
#define SERVE_CLIENTS 1
#endif
#ifndef RETURN
#define RETURN 1
#endif
#ifndef LEAVE_WAITING
#define LEAVE_WAITING 1
#endif
#ifndef FOREVER
#define FOREVER 0
#endif
#define TASKS (SUBSCRIBERS + SERVERS + CLIENTS)
#ifndef OBSERVED
#define OBSERVED (TASKS - 1)
#endif
#define CLASSES 3
#define CLASS(t) (ORDER == ARRIVAL || t < SUBSCRIBERS -> 0 : (t < SUBSCRIBERS + SERVERS -> 1 : 2))
#define RUNNABLE(t) (pending[t] && waiting[t])
#if SUBSCRIBERS + SERVERS + CLIENTS > 3
#define FOURTH_RUNNABLE RUNNABLE(3)
#else
#define FOURTH_RUNNABLE false
#endif

bool pending[TASKS], waiting[TASKS], queued[TASKS], running[TASKS];
bool owed;                      /* an event of OBSERVED arrived, and no run has begun since */
chan queue[CLASSES] = [TASKS] of { byte };
byte bypassed[CLASSES];         /* how often a class was bypassed while its queue had a task */

/* The lowest class that is late, or else the highest that has a task. */
#define LATE(c) (ORDER == AGED && len(queue[c]) > 0 && bypassed[c] >= BYPASS)
#define PICK (LATE(2) -> 2 : (LATE(1) -> 1 : (len(queue[0]) > 0 -> 0 : (len(queue[1]) > 0 -> 1 : 2))))
#define HAS_WORK (len(queue[0]) > 0 || len(queue[1]) > 0 || (SERVE_CLIENTS && len(queue[2]) > 0))

inline count_bypassed(served) {
  for (c : 0 .. CLASSES - 1) {
    if
    :: c == served -> bypassed[c] = 0
    :: c > served && len(queue[c]) > 0 && ORDER == AGED -> bypassed[c]++
    :: else -> skip
    fi;
    assert(bypassed[c] <= BYPASS + 1)
  };
  c = 0
}

inline push(t) {
  queue[CLASS(t)]!t;
  queued[t] = true;
  waiting[t] = !LEAVE_WAITING;
  pending[t] = CONSUME == AT_END
}

inline pop(t) {
  c = PICK;
  served = c;
  queue[served]?t;
  count_bypassed(served);
  served = 0
}

active proctype scheduler() {
  byte t;
end:
  do
  :: d_step {
       RUNNABLE(0) || RUNNABLE(1) || RUNNABLE(2) || FOURTH_RUNNABLE ->
       for (t : 0 .. TASKS - 1) {
         if
         :: RUNNABLE(t) -> push(t)
         :: else -> skip
         fi
       };
       t = 0
     }
  od
}

proctype trigger(byte t) {
  do
  :: d_step {
       pending[t] = true;
       owed = owed || t == OBSERVED;
       printf("event of %d\n", t)
     }
  :: !FOREVER -> break
  od
}

proctype worker() {
  byte t, c, served;
end:
  do
  :: d_step {
       HAS_WORK ->
       pop(t);
       printf("%d is run\n", t);
       assert(!running[t]);
       running[t] = true;
       queued[t] = false;
       owed = owed && t != OBSERVED;
       for (c : 0 .. TASKS - 1) { assert(waiting[c] + queued[c] + running[c] == 1) };
       c = 0
     };
     d_step {
       running[t] = false;
       waiting[t] = RETURN;
       pending[t] = pending[t] && CONSUME != AT_END;
       t = 0
     }
  od
}

init {
  byte i;
  atomic {
    for (i : 0 .. TASKS - 1) { waiting[i] = true; run trigger(i) };
    for (i : 1 .. WORKERS) { run worker() }
  }
}

#ifdef LIVENESS
ltl no_lost_event { [] (owed -> <> !owed) }
#endif
