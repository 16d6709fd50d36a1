#!/usr/bin/env bash
# Builds the programs that the recordings are made with into a folder, for `--tools FOLDER`: tools/survey/build.sh FOLDER
# kubectl and kube-apiserver, kube-controller-manager and kube-scheduler are v1.36.3 of whoever runs it.
set -euo pipefail
case "${1-}" in
  --help | -h)
    echo 'tools/survey/build.sh FOLDER

Builds the programs that the recordings of the survey are made with, such as Helm and kustomize, into a folder (needs Go).'
    exit
    ;;
  '' | -*)
    echo "tools/survey/build.sh: ${1:+it does not know $1, and }FOLDER is missing, where the programs are written. tools/survey/build.sh --help says what it takes." >&2
    exit 2
    ;;
esac
if ! command -v go >/dev/null; then
  echo 'tools/survey/build.sh needs Go, which is not installed here (https://go.dev).' >&2
  exit 2
fi
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)

GOBIN=$out CGO_ENABLED=0 go install sigs.k8s.io/kustomize/kustomize/v5@v5.8.1
# Helm calls itself by the name of its file, which is what its entries then say.
for release in helm.sh/helm/v3/cmd/helm@v3.22.0 helm.sh/helm/v4/cmd/helm@v4.3.1; do
  major=${release#helm.sh/helm/v}; major=${major%%/*}
  GOBIN=$out/v$major go install "$release"
  printf '#!/bin/sh\nexec "%s/v%s/helm" "$@"\n' "$out" "$major" > "$out/helm$major"
  chmod +x "$out/helm$major"
done
for program in "$here"/go/*/; do
  version='-X k8s.io/component-base/version.gitVersion=v1.36.3'
  (cd "$program" && go build -ldflags "$version" -o "$out/$(basename "$program")" .)
done
