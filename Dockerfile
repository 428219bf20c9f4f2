# The bot in a container: "docker compose up --build --detach". docs/hosting.md has the rest.

FROM python:3.13-slim AS packages
# deploy/requirements-several.lock has PostgreSQL and Dask besides.
ARG LOCK=requirements.lock
COPY ${LOCK} /requirements.lock
RUN python -m venv /opt/arkadia \
    && /opt/arkadia/bin/pip install --no-cache-dir --no-deps --only-binary :all: \
        --require-hashes --requirement /requirements.lock

FROM python:3.13-slim
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin arkadia \
    && install --directory --owner arkadia --group arkadia --mode 700 /data /data/backups \
    && install --directory /editions
COPY --from=packages /opt/arkadia /opt/arkadia
COPY . /app
ENV PATH=/opt/arkadia/bin:/usr/local/bin:/usr/bin:/bin \
    PYTHONPATH=/app \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    MALLOC_ARENA_MAX=1 \
    MALLOC_MMAP_THRESHOLD_=2097152 \
    MALLOC_TRIM_THRESHOLD_=1048576 \
    ARKADIA_DATABASE=/data/arkadia.sqlite3 \
    ARKADIA_BACKUPS=/data/backups \
    ARKADIA_EDITIONS=/editions \
    ARKADIA_HEARTBEAT=/tmp/alive
RUN python -m i18n.catalogues && python -m compileall -q /app
USER arkadia
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["python", "-m", "runtime.health"]
CMD ["python", "-m", "bot"]
