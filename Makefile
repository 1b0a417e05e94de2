# Every target works from any state: it sets up what it needs first, and does nothing twice.
# To use another Python than the newest one found: make PYTHON=python3.12 test

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: build/runtime site studio-bundle help set-up set-up-tool sheets test test-all fuzz soak mutants lint format bench docs approve pictures samples lock audit clean

# Tests start Python some hundred times; without this, each start would compile the same modules.
unexport PYTHONDONTWRITEBYTECODE

# The resolver that `make lock` uses; it is in build/, so that .venv stays free of it.
RESOLVER := uv==0.13.8
# The tool that `make audit` uses, also in build/.
AUDITORS := pip-audit==2.10.1 cyclonedx-bom==7.5.0
# One process more than there are cores: tests wait for browsers, servers and commands for a quarter of their time.
TESTS := .venv/bin/python -m pytest -n $(shell expr `getconf _NPROCESSORS_ONLN` + 1) --dist worksteal

help: ## List the targets.
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1|\2/p' Makefile | while IFS='|' read -r target text; do \
		printf '%-16s %s\n' "$$target" "$$text"; done

set-up: ## Set .venv up; does nothing if it is ready.
	@scripts/set-up

set-up-tool:
	@scripts/set-up --tool-only

sheets: set-up-tool ## Print the sheets of all presets into output/.
	@mkdir -p build
	.venv/bin/chargen render presets/concepts -o output --jobs 2 >build/sheets
	@cat build/sheets
	@awk '/html$$/ { n++ } END { printf "\n%d characters, %d files in output/. ", n, NR }' build/sheets
	@echo 'The tool is .venv/bin/chargen; for this terminal: . .venv/bin/activate'

test: ## Check style and types, then run every test on a part of its cases (about five minutes on two cores).
test-all: export CHARGEN_TESTS := whole
test-all: ## Check style and types, then run every test on all of its cases (much longer).
test test-all: set-up
	@# What its tests need is made beside lint. Without a browser its tests fail, without Node.js those of sites.
	@{ scripts/set-up-browser; $(MAKE) --no-print-directory build/runtime; } & needed=$$!; \
		$(MAKE) --no-print-directory lint; lint=$$?; wait $$needed; exit $$lint
	$(TESTS)

fuzz: set-up ## Try twenty times as many examples in every property test (takes an hour).
	CHARGEN_TESTS=fuzz $(TESTS) -m hypothesis

soak: set-up ## Try to break chargen: hostile files, kill -9, Ctrl-C (three minutes; MINUTES=240, WRITE=1: docs/reliability.md).
	@.venv/bin/python -c 'import atheris' 2>/dev/null || .venv/bin/python -m pip install --quiet \
		--disable-pip-version-check --constraint constraints.txt atheris
	.venv/bin/python -m tests.soak --minutes $(or $(MINUTES),3) --keep build/soak $(if $(WRITE),--write)

mutants: set-up ## Change the code at N random places, and report the changes that no test notices (N=20, SEED=1, JOBS=1; an hour).
	@.venv/bin/python -c 'import mutmut' 2>/dev/null || .venv/bin/python -m pip install --quiet \
		--disable-pip-version-check --constraint constraints.txt coverage mutmut
	.venv/bin/python scripts/mutants.py --number $(or $(N),20) --seed $(or $(SEED),1) --jobs $(or $(JOBS),1)

lint: set-up ## Check style and types only.
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	@# basedpyright has one thread: mypy works beside it.
	.venv/bin/basedpyright & examples=$$!; .venv/bin/mypy --num-workers auto; types=$$?; wait $$examples && exit $$types

format: set-up ## Format the code, and fix what can be fixed automatically.
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .

bench: set-up ## Measure the speed (ONLY="starting npcs": a part; QUICK=1; WRITE=1: update docs/performance.md).
	.venv/bin/python scripts/bench.py $(ONLY) $(if $(QUICK),--quick) $(if $(WRITE),--write)

docs: set-up ## Regenerate the reference from the code.
	.venv/bin/python scripts/reference.py

approve: set-up ## Approve the present look of the sheets as the reference of the visual tests.
	.venv/bin/python -m tests.render.visual

studio-bundle: ## Build the script of the studio's page, and of HTML sheets, from studio/ (needs Node.js).
	cd studio && npm ci --no-audit --no-fund && npx tsc --noEmit && node build.mjs

# Does nothing where it is there for this chargen. The version of pydantic-core is that of constraints.txt.
build/runtime: set-up-tool
	@.venv/bin/python -m chargen.site.runtime build/runtime 2>/dev/null || { \
		node --version >/dev/null || { echo 'site: install Node.js 20 or newer, with npm' >&2; exit 1; }; \
		(cd studio && npm ci --no-audit --no-fund --ignore-scripts --silent) && \
		.venv/bin/python -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: \
			--python-version 3.14 --implementation cp --abi cp314 --platform pyemscripten_2026_0_wasm32 \
			--require-hashes --requirement studio/runtime/wheels.lock --dest build/wheels && \
		node studio/runtime/build.mjs chargen "$$(.venv/bin/python -c \
			'import sysconfig; print(sysconfig.get_path("purelib"))')" build/wheels build/runtime; }

site: build/runtime ## Write the studio as a page without a server into build/site (needs Node.js; docs/publish.md).
	@rm -rf build/site
	.venv/bin/chargen site build/site

pictures: set-up ## Re-render the pictures of docs/ from the presets.
	.venv/bin/python scripts/pictures.py

samples: set-up ## Re-render samples/.
	.venv/bin/python scripts/samples.py

COMPILE = build/resolver/bin/uv pip compile --quiet --no-config --universal --python-version 3.11 --fork-strategy fewest \
	--no-header --no-emit-index-url --no-emit-find-links pyproject.toml

# Does not need set-up, which may fail because the pins are out of date.
lock: ## Update the pins: constraints.txt and the locks with hashes (UPGRADE=1: move every pin to the newest release).
	$(or $(wildcard .venv/bin/python),$(PYTHON),python3) -m venv build/resolver
	build/resolver/bin/python -m pip install --quiet --disable-pip-version-check '$(RESOLVER)'
	sed '/^#/!d' constraints.txt >build/header
	cp constraints.txt build/constraints.txt
	$(COMPILE) --extra dev --extra mutants --extra soak $(if $(UPGRADE),--upgrade) --output-file build/constraints.txt
	cat build/header build/constraints.txt >build/lock
	cmp -s build/lock constraints.txt || cp build/lock constraints.txt
	$(COMPILE) --constraint constraints.txt --no-annotate --generate-hashes --output-file requirements.lock
	$(COMPILE) --constraint constraints.txt --no-annotate --generate-hashes --extra dev --output-file requirements-dev.lock

audit: set-up-tool ## Check all packages for known vulnerabilities, and list them in build/sbom.json (CycloneDX).
	.venv/bin/python -m venv build/auditors
	build/auditors/bin/python -m pip install --quiet --disable-pip-version-check $(AUDITORS)
	build/auditors/bin/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible \
		--output-file build/sbom.json .venv/bin/python
	@build/auditors/bin/pip-audit --disable-pip --require-hashes --requirement requirements.lock >build/audit 2>&1; \
		found=$$?; cat build/audit; if [ $$found != 0 ] || grep -q 'Skip Reason' build/audit; then \
		echo 'audit: build/sbom.json is written, but not every package is known to be clean. What pip-audit found, or' \
			'that it could not ask its service about a package, is above.'; exit 1; fi

clean: ## Remove everything that was generated: .venv, sheets, caches, builds.
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find output -mindepth 1 ! -name .gitkeep -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
