# docker build -t chargen . && docker run --rm -v "$PWD:/work" -u "$(id -u):$(id -g)" chargen render kai.yaml
FROM python:3.13-slim
RUN apt-get update && apt-get install --yes --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 \
    && rm -rf /var/lib/apt/lists/*
COPY . /src
RUN pip install --no-cache-dir --require-hashes --requirement /src/requirements.lock \
    && pip install --no-cache-dir --no-deps /src && rm -rf /src && mkdir -m 1777 /home/me
ENV HOME=/home/me
WORKDIR /work
ENTRYPOINT ["chargen"]
