#include "support/child_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/text.h"

namespace cqs::support {

namespace {

class pipe_pair {
 public:
  pipe_pair() {
    if (pipe2(_ends.data(), O_CLOEXEC) != 0) {
      throw std::system_error(errno, std::generic_category(), "no pipe to a child process can be made");
    }
  }
  pipe_pair(const pipe_pair&) = delete;
  pipe_pair& operator=(const pipe_pair&) = delete;
  ~pipe_pair() {
    close_end(0);
    close_end(1);
  }

  int read_end() const noexcept { return _ends[0]; }
  int write_end() const noexcept { return _ends[1]; }
  void close_end(std::size_t i) noexcept {
    if (_ends[i] >= 0) {
      close(_ends[i]);
      _ends[i] = -1;
    }
  }

 private:
  std::array<int, 2> _ends{-1, -1};
};

/// Reads available output into `text`. Returns false at the end of the file.
bool take_in(int file, std::string& text) {
  std::array<char, 65536> buffer;
  const ssize_t n = read(file, buffer.data(), buffer.size());
  if (n > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(n));
    return true;
  }
  return n < 0 && (errno == EINTR || errno == EAGAIN);
}

[[noreturn]] void become(const std::vector<std::string>& command, int out, int err, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) {  // the parent has already died
    _exit(127);
  }
  const int null = open("/dev/null", O_RDONLY);
  dup2(null, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  std::vector<char*> arguments;
  for (const std::string& a : command) {
    arguments.push_back(const_cast<char*>(a.c_str()));  // execvp does not change them
  }
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  const char* const reason = std::strerror(errno);
  for (const char* text : {"cannot start ", static_cast<const char*>(arguments[0]), ": ", reason, "\n"}) {
    static_cast<void>(write(STDERR_FILENO, text, std::strlen(text)) == 0);
  }
  _exit(127);
}

/// Of its stderr; of its stdout if it wrote nothing there.
std::string_view last_words(const child_result& child) {
  constexpr std::size_t most = 500;
  std::string_view words = trimmed(child.errors);
  if (words.empty()) {
    words = trimmed(child.output);
    words = words.substr(words.size() - std::min(words.size(), most));
  }
  return words.empty() ? "it said nothing" : words;
}

}  // namespace

std::string what_went_wrong(const child_result& child, std::string_view program) {
  return child.how == child_result::ending::killed
             ? fmt::format("{} was ended by signal {} ({}): {}", program, child.code, strsignal(child.code),
                           last_words(child))
             : fmt::format("{} exited with {}: {}", program, child.code, last_words(child));
}

child_result run_child(const std::vector<std::string>& command, std::chrono::milliseconds timeout,
                       bool (*interrupted)()) {
  using clock = std::chrono::steady_clock;
  pipe_pair output;
  pipe_pair errors;
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) {
    throw std::system_error(errno, std::generic_category(), "no process can be started");
  }
  if (child == 0) {
    become(command, output.write_end(), errors.write_end(), parent);
  }
  setpgid(child, child);  // also called in the child: whichever comes first
  output.close_end(1);
  errors.close_end(1);

  child_result result;
  const auto deadline = clock::now() + timeout;
  const auto kill_all = [&](child_result::ending how) {
    result.how = how;
    kill(-child, SIGKILL);
  };
  std::array<pollfd, 2> files{pollfd{output.read_end(), POLLIN, 0}, pollfd{errors.read_end(), POLLIN, 0}};
  while (files[0].fd >= 0 || files[1].fd >= 0) {
    if (interrupted != nullptr && interrupted()) {
      kill_all(child_result::ending::interrupted);
      break;
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - clock::now());
    if (left.count() <= 0) {
      kill_all(child_result::ending::timed_out);
      break;
    }
    // In short steps: a signal may come between the check of `interrupted` and the call.
    poll(files.data(), files.size(), static_cast<int>(std::min<std::int64_t>(left.count(), 100)));
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (files[i].revents != 0 && !take_in(files[i].fd, i == 0 ? result.output : result.errors)) {
        files[i].fd = -1;
      }
    }
  }
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (result.how == child_result::ending::exited &&
        clock::now() >= deadline) {  // closed its output, but still runs
      kill_all(child_result::ending::timed_out);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  kill(-child, SIGKILL);  // processes that it may have left behind
  if (result.how == child_result::ending::exited) {
    result.how = WIFSIGNALED(status) ? child_result::ending::killed : child_result::ending::exited;
    result.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  }
  constexpr std::size_t most_errors = 2000;
  if (result.errors.size() > most_errors) {
    result.errors.erase(0, result.errors.size() - most_errors);
  }
  return result;
}

}  // namespace cqs::support
