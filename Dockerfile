# Not run on the machine where it was written: it has no container engine. Kept simple for that reason.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/bin bin
COPY --from=build /app/dist/server dist/server
COPY --from=build /app/server/workbench server/workbench
COPY --from=build /app/sql sql
COPY --from=build /app/seed seed
COPY --from=build /app/lexicons lexicons
COPY --from=build /app/models models
COPY --from=build /app/docs docs
RUN mkdir /data && chown node /data
USER node
EXPOSE 8080
VOLUME /data
HEALTHCHECK --interval=10s --start-period=120s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
