# One image for every process of ours; compose.yaml says which command each service runs.
FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image brings Node, compose.yaml brings Postgres: no install scripts, no optional binaries.
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY shared shared
COPY pipeline pipeline
COPY workers workers
COPY api api
COPY simulator simulator
COPY ops ops
COPY docs docs
# Nothing is written below /app, so its files stay root's.
USER node
CMD ["node", "api/main.ts"]
