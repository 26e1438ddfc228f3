# Saleroom in a container, for compose.yaml or by itself: docs/containers.md.
# Another registry, or an image of your own: --build-arg NODE=… --build-arg SYSTEM=…
ARG NODE=docker.io/library/node:24-trixie-slim
ARG SYSTEM=docker.io/library/debian:trixie-slim

FROM ${NODE} AS build
WORKDIR /src
# Only another lock file installs the packages again.
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund --loglevel=error
COPY . .
RUN npm run bundle -- /saleroom

FROM ${SYSTEM}
# Only the program of Node.js: no npm, no compiler.
COPY --from=build /usr/local/bin/node /usr/local/bin/node
RUN node --version \
  && useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin saleroom \
  && install --directory --owner=saleroom --group=saleroom --mode=0700 /data /backups
COPY --from=build /saleroom /opt/saleroom
WORKDIR /opt/saleroom
USER saleroom
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 SALEROOM_DATA=/data
VOLUME /data /backups
EXPOSE 3000
# Not /v1/health, which a server without its database answers, too.
HEALTHCHECK --interval=15s --timeout=5s --start-period=10m --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/v1/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# SIGTERM: requests in flight are finished within 10 s, the database is closed, and the exit code is 0.
CMD ["node", "scripts/start.mjs"]
