/** What one thread of a team has for itself. */
final class Member {
  final int index;
  final Work work;
  private final Team team;
  long operations;
  long begin;
  long end;

  Member(Team team, int index, int workMean) {
    this.team = team;
    this.index = index;
    this.work = new Work(workMean, index + 1);
  }

  /** False when the time is over. A thread looks between two operations. */
  boolean running() {
    return !team.stopped();
  }
}
