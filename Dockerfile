# The suite in a container: docker build -t cqs . && docker run --rm -v "$PWD/results/local:/cqs/results/local" cqs
# Timings inside a container are those of its host; give it whole processors (--cpuset-cpus).
FROM debian:12

RUN apt-get -qq update && apt-get -qq install -y --no-install-recommends ca-certificates git python3 && rm -rf /var/lib/apt/lists/*
WORKDIR /cqs

# The packages change less often than the sources: a layer of their own.
COPY scripts/setup scripts/fetch-folly scripts/
RUN scripts/setup

COPY . .
RUN cmake --preset release && cmake --build --preset release --target cqs-bench cqs-plot

ENTRYPOINT ["scripts/sweep", "--skip-setup"]
