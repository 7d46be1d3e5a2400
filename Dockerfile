# test/container/run.sh takes these steps in a chroot, and tries the image: no container engine has built it yet.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
WORKDIR /app
# With a read-only root npm can write to /tmp only; it asks nobody whether there is a newer npm.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data npm_config_cache=/tmp/.npm npm_config_update_notifier=false
COPY --from=build /app/package.json /app/build.mjs ./
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
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 8080}/healthz`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
