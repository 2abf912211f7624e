/* Wound-wait with abortable locks. Each transaction repeats forever: it picks two locks in any order, acquires them,
 * commits, and releases them. Age is a rank, and 0 is the oldest. A transaction that commits becomes the youngest; a
 * wounded transaction keeps its rank. So the number of states is finite, unlike the number of time stamps.
 *
 * Wounding is co-operative: the victim is marked, its wait (if any) is cancelled, and it rolls back at its next lock.
 * A transaction that holds all its locks commits despite a wound.
 *
 * Constants: TRANSACTIONS, LOCKS.
 * HAND_OVER: FIFO            an older transaction wounds only the owner: deadlocks
 *            OLDEST          the lock goes to the oldest waiter
 *            WOUND_AHEAD     a transaction also wounds younger waiters ahead of it
 *            WOUND_NEW_OWNER a new owner is wounded if an older transaction waits
 *            PASS_ON         a new owner passes the lock on and enqueues again if an older transaction waits.
 *                            components/cqs/ww_mutex.h implements this.
 * Switches, correct unless given:
 *   WOUND=0    an older transaction waits instead of wounding
 *   CANCEL=0   a wound does not end the victim's wait
 *   RECHECK=0  a transaction begins to sleep without checking whether it is wounded
 *   RELEASE=0  a wounded transaction keeps its first lock and tries again
 *   KEEP_AGE=0 a wounded transaction becomes the youngest
 * Asserted: mutual exclusion. Invalid end states are deadlocks. LIVENESS: every transaction that begins commits.
 */
#define FIFO 0
#define OLDEST 1
#define WOUND_AHEAD 2
#define WOUND_NEW_OWNER 3
#define PASS_ON 4
#ifndef TRANSACTIONS
#define TRANSACTIONS 3
#endif
#ifndef LOCKS
#define LOCKS 2
#endif
#ifndef HAND_OVER
#define HAND_OVER PASS_ON
#endif
#ifndef WOUND
#define WOUND 1
#endif
#ifndef CANCEL
#define CANCEL 1
#endif
#ifndef RECHECK
#define RECHECK 1
#endif
#ifndef RELEASE
#define RELEASE 1
#endif
#ifndef KEEP_AGE
#define KEEP_AGE 1
#endif
#ifndef OBSERVED
#define OBSERVED 0
#endif
#define NOBODY 255

byte rank[TRANSACTIONS];
byte owner[LOCKS];
chan queue[LOCKS] = [TRANSACTIONS] of { byte };
bool wounded[TRANSACTIONS], asleep[TRANSACTIONS], begun[TRANSACTIONS];

inline wound(victim) {
  printf("%d wounds %d\n", me, victim);
  wounded[victim] = true;
  asleep[victim] = asleep[victim] && !CANCEL
}

/* Calls `wound` for the queued transactions that are younger than `who`; reports whether there is an older one. */
inline look_at_waiters(l, who, wound_younger) {
  older_waits = false;
  n = len(queue[l]);
  do
  :: n > 0 ->
     queue[l]?x;
     queue[l]!x;
     older_waits = older_waits || rank[x] < rank[who];
     if
     :: wound_younger && rank[who] < rank[x] -> wound(x)
     :: else -> skip
     fi;
     n--
  :: else -> break
  od;
  x = 0
}

inline leave_queue(l, who) {
  n = len(queue[l]);
  do
  :: n > 0 ->
     queue[l]?x;
     if
     :: x != who -> queue[l]!x
     :: else -> skip
     fi;
     n--
  :: else -> break
  od;
  x = 0
}

inline oldest_of(l, found) {
  found = NOBODY;
  n = len(queue[l]);
  do
  :: n > 0 ->
     queue[l]?x;
     queue[l]!x;
     if
     :: found == NOBODY -> found = x
     :: found != NOBODY && rank[x] < rank[found] -> found = x
     :: else -> skip
     fi;
     n--
  :: else -> break
  od;
  x = 0
}

inline enqueue(l) {
  queue[l]!me;
  asleep[me] = true;
  printf("%d waits for lock %d\n", me, l)
}

inline request(l) {
  d_step {
    if
    :: owner[l] == NOBODY && len(queue[l]) == 0 -> owner[l] = me; printf("%d takes lock %d\n", me, l)
    :: else ->
       if
       :: WOUND && owner[l] != NOBODY && rank[me] < rank[owner[l]] -> wound(owner[l])
       :: else -> skip
       fi;
       look_at_waiters(l, me, HAND_OVER == WOUND_AHEAD);
       if
       :: RECHECK && wounded[me] -> skip
       :: else -> enqueue(l)
       fi
    fi;
    older_waits = false;
    n = 0
  }
}

/* The lock is free: it goes to the next waiter. */
inline hand_over(l) {
  if
  :: len(queue[l]) > 0 ->
     if
     :: HAND_OVER == OLDEST -> oldest_of(l, next); leave_queue(l, next)
     :: else -> queue[l]?next
     fi;
     owner[l] = next;
     asleep[next] = false;
     printf("lock %d goes to %d\n", l, next);
     if
     :: HAND_OVER == WOUND_NEW_OWNER ->
        look_at_waiters(l, next, false);
        if
        :: older_waits -> wound(next)
        :: else -> skip
        fi
     :: else -> skip
     fi
  :: else -> owner[l] = NOBODY
  fi;
  older_waits = false;
  next = 0;
  n = 0
}

inline release(l) {
  d_step {
    assert(owner[l] == me);
    printf("%d releases lock %d\n", me, l);
    hand_over(l)
  }
}

/* Afterwards the lock is ours, or we are wounded and out of the queue. */
inline acquire(l) {
  request(l);
  do
  :: !asleep[me] ->
     d_step {
       older_waits = false;
       if
       :: owner[l] == me && HAND_OVER == PASS_ON -> look_at_waiters(l, me, false)
       :: owner[l] != me -> leave_queue(l, me)
       :: else -> skip
       fi;
       n = 0
     };
     if
     :: older_waits ->
        d_step {                 /* one step: the component enqueues again before or after it passes the lock on */
          older_waits = false;
          hand_over(l);
          if
          :: RECHECK && wounded[me] -> skip
          :: else -> enqueue(l)
          fi
        }
     :: else -> break
     fi
  od
}

inline become_youngest() {
  d_step {
    for (x : 0 .. TRANSACTIONS - 1) { rank[x] = (rank[x] > rank[me] -> rank[x] - 1 : rank[x]) };
    x = 0;
    rank[me] = TRANSACTIONS - 1
  }
}

proctype transaction(byte me) {
  byte first, second, n, x, next;
  bool older_waits;
begin:
  atomic {
    begun[me] = true;
    if
    :: first = 0; second = 1
    :: first = 1; second = 0
#if LOCKS > 2
    :: first = 1; second = 2
    :: first = 2; second = 0
#endif
    fi
  };
again:
  wounded[me] = false;
  acquire(first);
  if
  :: wounded[me] -> goto roll_back
  :: else -> skip
  fi;
again_second:
  acquire(second);
  if
  :: owner[second] == me -> skip
  :: else -> goto roll_back
  fi;
  d_step {
    assert(owner[first] == me && owner[second] == me);
    printf("%d commits\n", me);
    begun[me] = false
  };
  become_youngest();
  release(first);
  release(second);
  first = 0;
  second = 0;
  goto begin;
roll_back:
  printf("%d rolls back\n", me);
  if
  :: KEEP_AGE -> skip
  :: else -> become_youngest()
  fi;
  if
  :: !RELEASE && owner[first] == me -> wounded[me] = false; goto again_second
  :: else -> skip
  fi;
  if
  :: owner[first] == me -> release(first)
  :: else -> skip
  fi;
  goto again
}

init {
  byte i;
  atomic {
    for (i : 0 .. LOCKS - 1) { owner[i] = NOBODY };
    for (i : 0 .. TRANSACTIONS - 1) { rank[i] = i };
    for (i : 0 .. TRANSACTIONS - 1) { run transaction(i) }
  }
}

#ifdef LIVENESS
ltl commits { [] (begun[OBSERVED] -> <> !begun[OBSERVED]) }
#endif
