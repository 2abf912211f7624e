// A service over HTTP on Boost.Asio: requests share a few backends, each has a deadline, and the end is graceful. See
// service.h for the part that CQS plays.

#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <thread>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/system/system_error.hpp>

#include "service.h"
#include "settings.h"

namespace {

void run(const settings& given) {
  boost::asio::io_context context;
  service serving(context, given);
  boost::asio::signal_set signals(context, SIGINT, SIGTERM);
  signals.async_wait([&](boost::system::error_code error, int /*signal*/) {
    if (!error) {
      serving.stop();
    }
  });
  std::cout << "listening on 127.0.0.1:" << serving.listen() << std::endl;
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < given.threads; ++i) {
      threads.emplace_back([&] { context.run(); });
    }
    context.run();  // until no connection is left
  }
  std::cout << serving.counts() << std::endl;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    const settings given = command_line::parse(count, arguments);
    if (given.wants_help) {
      std::cout << usage;
      return 0;
    }
    run(given);
    return 0;
  } catch (const std::invalid_argument& error) {
    std::cerr << "service: " << error.what() << "\n";
    return 2;
  } catch (const boost::system::system_error& error) {
    std::cerr << "service: cannot listen: " << error.code().message() << "; choose another --port\n";
  } catch (const std::exception& error) {
    std::cerr << "service: " << error.what() << "\n";
  }
  return 1;
}
