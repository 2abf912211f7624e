/* The class scheduler as specified: subscribers before servers before clients, in the order of each batch.
 *
 * An event stays in wait_set forever. So a task with a single event runs again and again. The specification's
 * starvation property examines a set that never shrinks, so it does not notice a lost event.
 *
 * Constants: SUBSCRIBERS, SERVERS, CLIENTS, WORKERS.
 * Switches:
 *   CLEAR_AT_END=1         the event leaves wait_set when its task has run: events during the run are lost
 *   ASSERT_RUN_HAS_EVENT   asserts that a task runs only if an event arrived since its last run began
 *   REMEMBERED             LIVENESS is "an event is followed by a run", not "an event in wait_set is"
 */
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
#ifndef CLEAR_AT_END
#define CLEAR_AT_END 0
#endif
#define TASKS (SUBSCRIBERS + SERVERS + CLIENTS)
#define LAST (TASKS - 1)
#define RUNNABLE(t) (wait_set[t] && waiting[t])

bool wait_set[TASKS], waiting[TASKS], running[TASKS];
bool event_came[TASKS];         /* since the last run began */
chan run_queue = [TASKS] of { byte };

/* Tasks are numbered in the order of their classes, so that a batch is pushed in that order. */
active proctype scheduler() {
  byte t;
end:
  do
  :: d_step {
       RUNNABLE(0) || RUNNABLE(1) || RUNNABLE(LAST) ->
       for (t : 0 .. TASKS - 1) {
         if
         :: RUNNABLE(t) -> run_queue!t; waiting[t] = false
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
       event_came[t] = true;
       wait_set[t] = true;
       printf("event of %d\n", t)
     }
  :: break
  od
}

proctype worker() {
  byte t;
end:
  do
  :: d_step {
       run_queue?t ->
       running[t] = true;
       printf("%d is run\n", t);
#ifdef ASSERT_RUN_HAS_EVENT
       assert(event_came[t]);
#endif
       event_came[t] = false
     };
     d_step {
       running[t] = false;
       waiting[t] = true;
       wait_set[t] = wait_set[t] && !CLEAR_AT_END;
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
#ifdef REMEMBERED
ltl no_lost_event { [] (event_came[LAST] -> <> !event_came[LAST]) }
#else
ltl starvation_free { [] (wait_set[LAST] -> <> running[LAST]) }
#endif
#endif
