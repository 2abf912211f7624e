#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <cqs/asio.h>
#include <cqs/queue_pool.h>

#include "http.h"
#include "settings.h"

/// Answers requests with the help of backends, of which there are few.
///
/// A request waits for a backend in a `cqs::queue_pool`, first come, first served, up to the last moment at which the
/// answer would still be in time. So under overload the backends work only for answers that somebody waits for. A stop
/// request ends all waits at once; each of these requests gets an answer that refuses it.
class service {
  using tcp = boost::asio::ip::tcp;
  using error_code = boost::system::error_code;
  using clock = std::chrono::steady_clock;

 public:
  service(boost::asio::io_context& context, const settings& given)
      : _settings(given), _acceptor(context), _strand(boost::asio::make_strand(context)), _context(context) {
    for (std::size_t i = 0; i < given.backends; ++i) {
      _backends.put(i);
    }
  }

  /// Throws `boost::system::system_error`. Returns the port.
  std::uint16_t listen() {
    const tcp::endpoint endpoint(boost::asio::ip::address_v4::loopback(), _settings.port);
    _acceptor.open(endpoint.protocol());
    _acceptor.set_option(tcp::acceptor::reuse_address(true));
    _acceptor.bind(endpoint);
    _acceptor.listen();
    boost::asio::co_spawn(_strand, accept(), boost::asio::detached);
    return _acceptor.local_endpoint().port();
  }

  /// Refuses the requests that wait, answers those with a backend, then ends all connections.
  void stop() {
    boost::asio::post(_strand, [this] {
      error_code ignored;
      _acceptor.cancel(ignored);
      _stop.request_stop();
    });
  }

  std::string counts() const {
    const auto get = [](const auto& count) { return std::to_string(count.load(std::memory_order_relaxed)); };
    return get(_accepted) + " accepted, " + get(_answered) + " answered, " + get(_refused) + " refused, " +
           get(_late) + " late";
  }

 private:
  template <class T>
  using task = boost::asio::awaitable<T>;

  static constexpr std::chrono::seconds longest_silence{30};
  static constexpr std::chrono::seconds longest_farewell{1};

  /// A backend in use. It goes back to the pool in any case.
  class lease {
   public:
    lease(cqs::queue_pool<std::size_t>& pool, std::size_t backend) : _pool(pool), _backend(backend) {}
    lease(const lease&) = delete;
    lease& operator=(const lease&) = delete;
    ~lease() { _pool.put(_backend); }
    std::size_t number() const { return _backend; }

   private:
    cqs::queue_pool<std::size_t>& _pool;
    const std::size_t _backend;
  };

  struct connection {
    explicit connection(tcp::socket accepted) : socket(std::move(accepted)), silence(socket.get_executor()) {}

    /// What has arrived can still be read; then the connection ends.
    void read_no_more() {
      error_code ignored;
      socket.shutdown(tcp::socket::shutdown_receive, ignored);
    }

    /// Ends the connection if it stays silent for so long.
    static void expect_data(const std::shared_ptr<connection>& self, std::chrono::seconds timeout) {
      self->silence.expires_after(timeout);
      self->silence.async_wait([self](error_code error) {
        if (!error) {
          self->read_no_more();
        }
      });
    }

    tcp::socket socket;
    boost::asio::steady_timer silence;
    std::string input;
  };

  task<void> accept() {
    for (;;) {
      error_code error;
      const boost::asio::any_io_executor executor = boost::asio::make_strand(_context);
      tcp::socket socket = co_await _acceptor.async_accept(
          executor, boost::asio::redirect_error(boost::asio::use_awaitable, error));
      if (!error) {
        begin(std::move(socket));
      } else if (_stop.stop_requested() || error == boost::asio::error::operation_aborted) {
        break;
      } else {  // such as too many open files: others may end meanwhile
        boost::asio::steady_timer pause(co_await boost::asio::this_coro::executor,
                                        std::chrono::milliseconds(10));
        co_await pause.async_wait(boost::asio::use_awaitable);
      }
    }
    accept_those_that_wait();
  }

  /// Clients that have connected before the end get an answer too.
  void accept_those_that_wait() {
    error_code error;
    _acceptor.non_blocking(true, error);
    while (!error) {
      tcp::socket socket(boost::asio::make_strand(_context));
      _acceptor.accept(socket, error);
      if (!error) {
        begin(std::move(socket));
      }
    }
    _acceptor.close(error);
  }

  void begin(tcp::socket socket) {
    const auto executor = socket.get_executor();
    boost::asio::co_spawn(executor, talk(std::make_shared<connection>(std::move(socket))),
                          boost::asio::detached);
  }

  task<void> talk(std::shared_ptr<connection> client) {
    const auto end_reading = [client] {
      boost::asio::post(client->socket.get_executor(), [client] { client->read_no_more(); });
    };
    const std::stop_callback at_the_end(_stop.get_token(), end_reading);
    bool goes_on = true;
    while (goes_on) {
      error_code error;
      connection::expect_data(client, longest_silence);
      const std::size_t size = co_await boost::asio::async_read_until(
          client->socket, boost::asio::dynamic_buffer(client->input, http::longest_head), "\r\n\r\n",
          boost::asio::redirect_error(boost::asio::use_awaitable, error));
      client->silence.cancel();
      const bool is_too_long = error == boost::asio::error::not_found;
      if (error && !is_too_long) {
        break;
      }
      const auto request =
          is_too_long ? std::nullopt : http::parse(std::string_view(client->input).substr(0, size));
      client->input.erase(0, size);
      const http::response response = co_await answer(request);
      goes_on = request && request->keeps_alive && !_stop.stop_requested();
      const std::string text = http::to_text(response, goes_on, !request || request->method != "HEAD");
      co_await boost::asio::async_write(client->socket, boost::asio::buffer(text),
                                        boost::asio::redirect_error(boost::asio::use_awaitable, error));
      goes_on = goes_on && !error;
    }
    co_await part(client);
  }

  /// To close a socket with unread input would take the last answer away from the client.
  task<void> part(std::shared_ptr<connection> client) {
    error_code error;
    client->socket.shutdown(tcp::socket::shutdown_send, error);
    connection::expect_data(client, longest_farewell);
    while (!error) {
      client->input.resize(http::longest_head);
      co_await client->socket.async_read_some(boost::asio::buffer(client->input),
                                              boost::asio::redirect_error(boost::asio::use_awaitable, error));
    }
    client->silence.cancel();
  }

  task<http::response> answer(const std::optional<http::request>& request) {
    if (!request) {
      co_return http::response{"400 Bad Request", "this is no request without a body\n"};
    }
    if (request->method != "GET" && request->method != "HEAD") {
      co_return http::response{"405 Method Not Allowed", "use GET or HEAD\n", "Allow: GET, HEAD\r\n"};
    }
    if (request->path == "/stats") {
      co_return http::response{"200 OK", counts() + "\n"};
    }
    co_return co_await serve();
  }

  task<http::response> serve() {
    const auto arrival = clock::now();
    _accepted.fetch_add(1, std::memory_order_relaxed);
    error_code error;
    const std::optional<std::size_t> backend =
        co_await cqs::asio::async_take_until(_backends, arrival + _settings.longest_wait(), _stop.get_token(),
                                             boost::asio::redirect_error(boost::asio::use_awaitable, error));
    if (!backend) {
      _refused.fetch_add(1, std::memory_order_relaxed);
      const bool is_late = error == boost::asio::error::timed_out;
      co_return http::response{"503 Service Unavailable", is_late ? "overloaded\n" : "shutting down\n",
                               "Retry-After: 1\r\n"};
    }
    const lease used(_backends, *backend);
    boost::asio::steady_timer work(co_await boost::asio::this_coro::executor, _settings.service_time);
    co_await work.async_wait(boost::asio::use_awaitable);
    if (clock::now() > arrival + _settings.deadline) {
      _late.fetch_add(1, std::memory_order_relaxed);
      co_return http::response{"504 Gateway Timeout", "too late\n"};
    }
    _answered.fetch_add(1, std::memory_order_relaxed);
    co_return http::response{"200 OK", "answered by backend " + std::to_string(used.number()) + "\n"};
  }

  const settings _settings;
  cqs::queue_pool<std::size_t> _backends;
  std::stop_source _stop;
  std::atomic<std::uint64_t> _accepted = 0;
  std::atomic<std::uint64_t> _answered = 0;
  std::atomic<std::uint64_t> _refused = 0;
  std::atomic<std::uint64_t> _late = 0;
  tcp::acceptor _acceptor;
  boost::asio::strand<boost::asio::io_context::executor_type> _strand;
  boost::asio::io_context& _context;
};
