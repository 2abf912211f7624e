/* Wound-wait as specified. A smaller number is older.
 *
 * The printed text has two errors. `t' = t + actives` requires a bound variable to change, so Commit is impossible. Two
 * updates of tStat contradict each other, so wounding is impossible. READING=INTENDED corrects both errors. Two
 * problems remain: a wounded transaction keeps its other locks and is never rolled back; and the deadlock property
 * (not all transactions are in the list of waiters) cannot fail, because the oldest never waits, and listed
 * transactions may still make steps.
 *
 * Constants: TRANSACTIONS (1 is the oldest), LOCKS.
 * Switches:
 *   READING=PRINTED|INTENDED
 *   SIGNAL=0                  Commit removes no transaction from the list of waiters: a seeded error
 *   ASSERT_NO_COMMIT          asserts that no commit and no wounding ever happens
 *   ASSERT_WOUNDED_HOLDS_NONE asserts that a wounded transaction holds no lock
 * Asserted: the specification's deadlock property.
 */
#define PRINTED 0
#define INTENDED 1
#ifndef TRANSACTIONS
#define TRANSACTIONS 2
#endif
#ifndef LOCKS
#define LOCKS 2
#endif
#ifndef READING
#define READING PRINTED
#endif
#ifndef SIGNAL
#define SIGNAL 1
#endif
#define FREE 0

bool locked[TRANSACTIONS + 1];  /* tStat = "l" */
bool waits[TRANSACTIONS + 1];   /* waitList */
byte owner[LOCKS];              /* lOwn; lStat says the same */
bool youngest_commits;

inline check() {
  all_wait = true;
  for (i : 1 .. TRANSACTIONS) { all_wait = all_wait && waits[i] };
  assert(!all_wait);
#ifdef ASSERT_WOUNDED_HOLDS_NONE
  for (i : 0 .. LOCKS - 1) { assert(owner[i] == FREE || locked[owner[i]]) };
#endif
  i = 0;
  all_wait = false
}

inline take(l) {
  owner[l] = t;
  locked[t] = true;
  printf("%d takes lock %d\n", t, l)
}

inline wound_and_take(l) {
#ifdef ASSERT_NO_COMMIT
  assert(false);
#endif
  printf("%d wounds %d\n", t, owner[l]);
  locked[owner[l]] = false;
  take(l)
}

inline take_oldest_from_list() {
  i = 1;
  do
  :: i <= TRANSACTIONS && !waits[i] -> i++
  :: else -> break
  od;
  if
  :: i <= TRANSACTIONS -> waits[i] = false
  :: else -> skip
  fi;
  i = 0
}

inline commit(l) {
#ifdef ASSERT_NO_COMMIT
  assert(false);
#endif
  printf("%d commits lock %d\n", t, l);
  owner[l] = FREE;
  if
  :: SIGNAL -> take_oldest_from_list()
  :: else -> skip
  fi
}

/* As printed: the update of the loser must equal that of the winner. */
#define CAN_WOUND(l) (READING == INTENDED || (!locked[owner[l]] && locked[t]))

proctype transaction(byte t) {
  byte l, i;
  bool all_wait;
end:
  do
  :: atomic {
       select(l : 0 .. LOCKS - 1);
       if
       :: owner[l] == FREE -> take(l)
       :: owner[l] == t -> take(l)
       :: owner[l] != FREE && t < owner[l] && CAN_WOUND(l) -> wound_and_take(l)
       :: owner[l] != FREE && t > owner[l] -> waits[t] = true; printf("%d enters the list\n", t)
       :: owner[l] == t && READING == INTENDED ->
          commit(l);
          youngest_commits = t == TRANSACTIONS
       :: else -> skip
       fi;
       check()
     };
     youngest_commits = false
  od
}

init {
  byte i;
  atomic {
    for (i : 1 .. TRANSACTIONS) { run transaction(i) }
  }
}

#ifdef LIVENESS
ltl no_starvation { [] <> youngest_commits }
#endif
