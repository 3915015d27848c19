# shellcheck shell=bash
# Functions for all scripts: the libraries that photopick requires, and their installation. Sourced, not run. Messages
# go to stderr, results to stdout. Compatible with bash 3.2, which macOS provides.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# Every library in Package.swift. Names of different systems are separated by |; the first known one is installed. A
# library that macOS doesn't need is - there.
libraries=(
  # pkg-config       Debian, Ubuntu                           Homebrew
  "libjpeg           libjpeg62-turbo-dev|libjpeg-turbo8-dev   jpeg-turbo"
  "libpng            libpng-dev                               libpng"
  "libexif           libexif-dev                              libexif"
  "expat             libexpat1-dev                            expat"
  "libheif           libheif-dev                              libheif"
  "libjxl            libjxl-dev                               jpeg-xl"
  "glib-2.0          libglib2.0-dev                           glib"
  "libwebp           libwebp-dev                              webp"
  "libwebpdemux      libwebp-dev                              webp"
  "libtiff-4         libtiff-dev                              libtiff"
  "giflib            libgif-dev                               giflib"
  "chafa             libchafa-dev                             chafa"
  "lcms2             liblcms2-dev                             little-cms2"
  "libcurl           libcurl4-openssl-dev                     curl"
  "libpcre2-8        libpcre2-dev                             pcre2"
  "libavformat       libavformat-dev                          ffmpeg"
  "libavcodec        libavcodec-dev                           ffmpeg"
  "libavutil         libavutil-dev                            ffmpeg"
  "libswscale        libswscale-dev                           ffmpeg"
  "sqlite3           libsqlite3-dev                           sqlite"
  "zlib              zlib1g-dev                               zlib"
  "libsystemd        libsystemd-dev                           -"
)

# The options of the tests' build; Scripts/test explains them.
# shellcheck disable=SC2034
test_options=(
  -c release --scratch-path .build/tests -Xswiftc -Onone -Xswiftc -gnone -Xswiftc -enable-testing --enable-index-store
)

say() { printf '%s\n' "$*" >&2; }

die() {
  say "$(basename "$0"): $*"
  exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

# Prepares for jobs, whose output is in the folder $logs. The jobs and the folder end with the script.
use_jobs() {
  logs=$(mktemp -d) names=() processes=()
  trap 'kill ${processes[@]+"${processes[@]}"} 2>/dev/null || true; rm -rf "$logs"' EXIT
}

# start NAME COMMAND ...: starts a job.
start() {
  "${@:2}" </dev/null >"$logs/$1" 2>&1 &
  names+=("$1") processes+=($!)
}

# finish: waits for all jobs. Exits with the output of failed jobs, or prints the notices of all.
finish() {
  local index failed=()
  for index in "${!names[@]}"; do
    if wait "${processes[index]}"; then
      grep '^notice: ' "$logs/${names[index]}" >&2 || true
      continue
    fi
    failed+=("${names[index]}")
    say "${names[index]} failed"
    cat "$logs/${names[index]}" >&2
  done
  names=() processes=()
  [ ${#failed[@]} = 0 ] || die "Not in order: ${failed[*]}; the reason stands above."
}

# Exits unless the Swift version that Package.swift requires is installed.
require_swift() {
  local needed found advice
  needed=$(sed -n '1s/.*swift-tools-version:[[:space:]]*\([0-9.]*\).*/\1/p' "$root/Package.swift")
  advice="Get it from https://www.swift.org/install and put its usr/bin folder into PATH."
  has swift || die "Swift $needed or newer is needed, and there is no 'swift' in PATH. $advice"
  found=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -1) || true
  [ -n "$found" ] || die "'swift --version' gives no version; is $(command -v swift) whole? $advice"
  [ "$(printf '%s\n%s\n' "$needed" "$found" | sort -V | head -1)" = "$needed" ] ||
    die "Swift $needed or newer is needed; $(command -v swift) is Swift $found. $advice"
}

# Whether one of the Debian packages "a|b" is installed.
has_package() {
  local name
  for name in ${1//|/ }; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null)" = installed ] && return 0
  done
  return 1
}

# Whether as_root works: as root, or with sudo that needs no password or has a terminal.
can_be_root() {
  [ "$(id -u)" = 0 ] || { has sudo && { [ -t 2 ] || sudo -n true 2>/dev/null; }; }
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# Prints the first of the packages "a|b" that this system offers.
offered_package() {
  local name policy
  for name in ${1//|/ }; do
    # A reader that exits early would make apt-cache fail.
    policy=$(apt-cache policy "$name" 2>/dev/null)
    if [[ $policy =~ Candidate:\ [^\(] ]]; then
      printf '%s\n' "$name"
      return
    fi
  done
}

# Installs missing Debian packages, each specified as "a|b".
apt_install() {
  local entry name chosen=()
  can_be_root || die "these packages are missing, and installing them needs root or sudo: ${*//|/ or }"
  say "Installing ${*//|/ or } with apt-get."
  as_root apt-get -o DPkg::Lock::Timeout=60 update -qq </dev/null >&2 ||
    die "the package lists cannot be brought up to date: is the network there?"
  for entry in "$@"; do
    name=$(offered_package "$entry")
    [ -n "$name" ] || die "this system offers no package ${entry//|/ or }."
    chosen+=("$name")
  done
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=60 install -y -qq \
    --no-install-recommends "${chosen[@]}" </dev/null >&2 ||
    die "these packages could not be installed: ${chosen[*]}. Is the network there?"
}

# Installs missing Homebrew packages.
brew_install() {
  local name missing=()
  for name in "$@"; do
    brew list --versions "$name" >/dev/null 2>&1 || missing+=("$name")
  done
  [ ${#missing[@]} = 0 ] && return
  say "Installing ${missing[*]} with Homebrew."
  brew install --quiet "${missing[@]}" </dev/null >&2 ||
    die "Homebrew could not install ${missing[*]}. Is the network there?"
}

# Installs missing libraries.
install_libraries() {
  local row module apt brew missing_apt=() missing_brew=() missing=()
  has pkg-config || { missing_apt=(pkg-config) missing_brew=(pkgconf) missing=(pkg-config); }
  for row in "${libraries[@]}"; do
    read -r module apt brew <<<"$row"
    pkg-config --exists "$module" 2>/dev/null && continue
    # A library of Linux.
    [ "$brew" = - ] && ! has apt-get && continue
    has dpkg-query && has_package "$apt" && continue
    missing+=("$module") missing_apt+=("$apt") missing_brew+=("$brew")
  done
  [ ${#missing[@]} = 0 ] && return
  if has apt-get; then
    apt_install "${missing_apt[@]}"
  elif has brew; then
    brew_install "${missing_brew[@]}"
  else
    die "install the development files of ${missing[*]} with your package manager, then run this again."
  fi
}

# Installs packages of missing commands, each specified as "command package" (apt-get only).
install_tools() {
  local entry missing=()
  for entry in "$@"; do has "${entry% *}" || missing+=("${entry#* }"); done
  [ ${#missing[@]} = 0 ] && return
  has apt-get || die "install ${missing[*]} with your package manager, then run this again."
  apt_install "${missing[@]}"
}

# Prints the path in $PHOTOPICK, or of the release executable, which is built with missing libraries.
find_photopick() {
  if [ -z "${PHOTOPICK:-}" ]; then
    require_swift
    install_libraries
    build_release
  fi
  echo "${PHOTOPICK:-$photopick}"
}

# Builds photopick for release and sets `photopick` to its path. Prints only to stderr.
build_release() {
  local options=(-c release --product photopick --package-path "$root") archive
  if [ "$(uname)" != Darwin ]; then
    # Stripping halves the size, so that debug information is unnecessary. Swift exports all symbols of an executable,
    # which this one doesn't need.
    options+=(--static-swift-stdlib -Xswiftc -gnone -Xlinker --no-export-dynamic -Xlinker -s)
    # Loading libstdc++ and resolving its symbols takes a quarter of the start-up time. The linker uses the archive if
    # it precedes the shared library.
    archive=$(printf '%s\n' /usr/lib/gcc/"$(uname -m)"-*/*/libstdc++.a | sort -V | tail -1)
    if [ -e "$archive" ]; then
      mkdir -p "$root/.build/static"
      ln -sf "$archive" "$root/.build/static/"
      options+=(-Xswiftc "-L$root/.build/static")
    fi
  fi
  photopick=$root/.build/release/photopick
  if [ -x "$photopick" ]; then
    options+=(--quiet)
  else
    say "Building photopick; the first time takes some minutes."
  fi
  swift build "${options[@]}" </dev/null >&2 ||
    die "photopick could not be built; the reason stands above. The first build needs the network."
}
