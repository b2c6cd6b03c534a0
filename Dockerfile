# Hubbub as one container: docker build -t hubbub .
# Below /data it keeps the embedded database, files and keys. With DATABASE_URL, S3_… and SECRETS_KEY it keeps nothing.
# ffmpeg converts videos that a platform does not take: docker build --build-arg PACKAGES=ffmpeg -t hubbub .
ARG BUILD_IMAGE=docker.io/library/node:24-bookworm-slim
ARG RUN_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /app
# The packages come first, so that a change of the code does not install them again.
COPY package.json package-lock.json prepare.mjs ./
COPY server/package.json server/
COPY simulator/package.json simulator/
COPY bench/package.json bench/
COPY sdk/package.json sdk/
COPY packages packages
RUN npm ci --omit=dev --no-audit --no-fund \
 # Node brings a second copy of itself, and the file of the reference page contains everything that it needs.
 && rm -rf node_modules/node/node_modules node_modules/@swagger-api node_modules/core-js-pure node_modules/core-js
COPY LICENSE ./
# The service shows these pages at /guide.
COPY docs docs
COPY sdk/README.md sdk/
COPY server server
COPY simulator simulator

FROM ${RUN_IMAGE}
ARG PACKAGES=
RUN if [ -n "$PACKAGES" ]; then \
      apt-get update && apt-get install -y --no-install-recommends $PACKAGES && rm -rf /var/lib/apt/lists/*; \
    fi
# The embedded database wants a user with a name that is not root.
RUN groupadd --gid 10001 hubbub \
 && useradd --uid 10001 --gid hubbub --home-dir /data --no-create-home --shell /usr/sbin/nologin hubbub \
 && install -d -m 700 -o hubbub -g hubbub /data \
 # The operator's commands: docker exec <container> hubbub doctor
 && printf '#!/bin/sh\nexec node /app/server/start.mjs cli "$@"\n' > /usr/local/bin/hubbub \
 && chmod 755 /usr/local/bin/hubbub
COPY --from=build /app /app
WORKDIR /app
ENV PATH=/app/node_modules/.bin:/usr/local/bin:/usr/bin:/bin \
    NODE_ENV=production \
    MALLOC_ARENA_MAX=1 \
    MALLOC_TRIM_THRESHOLD_=131072 \
    DATA_DIR=/data \
    HOST=0.0.0.0 \
    PORT=8080
USER hubbub
VOLUME /data
EXPOSE 8080
# Requests and jobs that run have 20 seconds for their end. Stop with more time than that: docker stop --time 60
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--min-semi-space-size=4", "--max-semi-space-size=4", "--heap-growing-percent=40", "server/start.mjs"]
