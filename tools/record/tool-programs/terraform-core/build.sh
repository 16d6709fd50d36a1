# Builds what tools/record/rehearsal-clients/terraform.sh runs: `sh build.sh FOLDER`.
case "${1-}" in
  --help | -h)
    echo 'tools/record/tool-programs/terraform-core/build.sh FOLDER

Builds terraform-core, within a copy of the module of Terraform, and terraform-provider-kubernetes into FOLDER, both of the Go module
proxy. It takes Go and some minutes.'
    exit
    ;;
  '' | -*)
    echo "tools/record/tool-programs/terraform-core/build.sh: ${1:+it does not know $1, and }FOLDER is missing, where the programs are written. --help says what it takes." >&2
    exit 2
    ;;
esac
set -e
mkdir -p "$1"
target=$(cd "$1" && pwd)
source=$(cd "$(dirname "$0")" && pwd)
export GOFLAGS=-mod=mod
copy=$(mktemp -d)
copied() {
  module=$(cd "$copy" && go mod download -json "$2" | sed -n 's/.*"Dir": "\(.*\)",.*/\1/p')
  cp -r "$module" "$copy/$1"
  chmod -R u+w "$copy/$1"
}
copied core github.com/hashicorp/terraform@v1.13.3
copied provider github.com/hashicorp/terraform-provider-kubernetes@v1.13.4-0.20260821094251-3a33fb6cc605
mkdir "$copy/core/recorder"
cp "$source/main.go" "$copy/core/recorder"
cd "$copy/core"
# Modules beside this one, which nothing here needs and no proxy has.
for each in backend/remote-state/azure backend/remote-state/consul backend/remote-state/cos backend/remote-state/gcs \
  backend/remote-state/kubernetes backend/remote-state/oci backend/remote-state/oss backend/remote-state/pg \
  backend/remote-state/s3 legacy; do
  go mod edit "-dropreplace=github.com/hashicorp/terraform/internal/$each" "-droprequire=github.com/hashicorp/terraform/internal/$each"
done
nice -n 15 go build -p 1 -o "$target/terraform-core" ./recorder
cd "$copy/provider"
nice -n 15 go build -p 1 -o "$target/terraform-provider-kubernetes" .
rm -rf "$copy"
