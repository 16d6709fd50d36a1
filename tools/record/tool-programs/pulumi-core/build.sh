# Builds what tools/record/rehearsal-clients/pulumi.sh runs: `sh build.sh FOLDER`.
case "${1-}" in
  --help | -h)
    echo 'tools/record/tool-programs/pulumi-core/build.sh FOLDER

Builds pulumi-core and pulumi-resource-kubernetes within a copy of the module of the provider, of the Go module proxy, into FOLDER. It
takes Go and half an hour of two cores.'
    exit
    ;;
  '' | -*)
    echo "tools/record/tool-programs/pulumi-core/build.sh: ${1:+it does not know $1, and }FOLDER is missing, where the programs are written. --help says what it takes." >&2
    exit 2
    ;;
esac
set -e
mkdir -p "$1"
target=$(cd "$1" && pwd)
source=$(cd "$(dirname "$0")" && pwd)
export GOFLAGS=-mod=mod
copy=$(mktemp -d)
module=$(cd "$copy" && go mod download -json github.com/pulumi/pulumi-kubernetes/provider/v4@v4.0.0-20260115033456-f47bc2d6f199 |
  sed -n 's/.*"Dir": "\(.*\)",.*/\1/p')
cp -r "$module/." "$copy"
chmod -R u+w "$copy"
mkdir "$copy/recorder"
cp "$source/main.go" "$copy/recorder"
cd "$copy"
go mod edit -dropreplace=github.com/pulumi/pulumi-kubernetes/sdk/v4
# Charts, Kustomizations and YAML as components take the typed resources of all versions, which is most of the time.
sed -i '/provider\(helmv4\|kustomizev2\|yamlv2\)/d' pkg/provider/provider_construct.go
# The schema is for languages that ask for it.
echo '{}' >cmd/pulumi-resource-kubernetes/schema-embed.json
echo '{}' >cmd/pulumi-resource-kubernetes/terraform-mapping-embed.json
version=github.com/pulumi/pulumi-kubernetes/provider/v4/pkg/version.Version=v4.25.0
nice -n 15 go build -p 1 -ldflags "-X $version" -o "$target/pulumi-resource-kubernetes" ./cmd/pulumi-resource-kubernetes
nice -n 15 go build -p 1 -o "$target/pulumi-core" ./recorder
rm -rf "$copy"
