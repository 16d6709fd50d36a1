# What people do with Pulumi, for `tools/record/rehearsal.ts`: `PULUMI=PROGRAM PROVIDER=PROGRAM sh pulumi.sh`.
case "${1-}" in
  --help | -h)
    echo 'tools/record/rehearsal-clients/pulumi.sh

Previews, updates, refreshes and destroys as Pulumi does, for tools/record/rehearsal.ts: PULUMI=PROGRAM PROVIDER=PROGRAM KUBECTL=PROGRAM
NAMESPACE=NAME sh pulumi.sh. tools/record/tool-programs/pulumi-core/build.sh builds the first two. What is printed is compared too.'
    exit
    ;;
esac
files=$(cd "$(dirname "$0")/pulumi" && pwd)
folder=$(mktemp -d)
cd "$folder" || exit 1
kubectl=${KUBECTL:-kubectl}
p() {
  echo "\$ pulumi $*"
  "$PULUMI" "$1" "$PROVIDER" 2>&1
  echo "exit $?"
}
with() {
  echo "# $*"
  export "$@"
}
# The program is made of the files that are named; what stands before = is its configuration.
program() {
  echo "# program $*"
  : >config
  : >resources
  for each in "$@"; do
    case "$each" in
      *=*) echo "  kubernetes:${each%%=*}: \"${each#*=}\"" >>config ;;
      *) cat "$files/$each.yaml" >>resources ;;
    esac
  done
  { [ -s config ] && echo 'config:' && cat config; echo 'resources:'; cat resources; } >program.yaml
}
k() {
  echo "\$ kubectl $*"
  "$kubectl" -n "$NAMESPACE" "$@" 2>&1
  echo "exit $?"
}
other() {
  k apply --server-side --field-manager=other "$@" -f -
}
# Pulumi deletes in the foreground and waits. No controller runs: what the garbage collector does with an object without dependents is
# done here.
collect() {
  deleted='{{range .items}}{{if .metadata.deletionTimestamp}}{{.kind}}/{{.metadata.name}} {{end}}{{end}}'
  while sleep 0.3; do
    for each in $("$kubectl" -n "$NAMESPACE" get cm,secret,svc,sa,pvc,deploy,ds,sts,job,cronjob,role,rolebinding,ingress,hpa,pdb -o go-template="$deleted"; "$kubectl" -n "$NAMESPACE" get widgets -o go-template="$deleted"); do
      "$kubectl" -n "$NAMESPACE" patch "$each" --type=merge -p '{"metadata":{"finalizers":null}}'
    done
  done >"$folder/collected" 2>&1
}
collect &
collector=$!
# Created, and changed: in place, made anew, and refused before anything is sent.
with NUMBER=2 WORD=debug KEY=a FIXED=1 AGENT=agent
program typed more
p preview
p up
p up
with NUMBER=3 WORD=info KEY=b FIXED=2
p up
with WIDGET=1
program typed more custom
p up
with WIDGET=2 KEY=c
program typed more custom enableConfigMapMutable=true enableSecretMutable=true
p up
with WIDGET=20
p up
with WIDGET=3 FIXED=3 AGENT=agents
p up
# What others changed: seen, put back, left alone, in conflict and taken by force.
k scale deployment/web --replicas=7
k label configmap/settings color=green team-
k delete role reader
p up
p refresh
p up
echo '{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data: {level: other}}' | other --force-conflicts
with WORD=warn
p preview
p up
sed -i 's/name: settings, /name: settings, annotations: {pulumi.com\/patchForce: "true"}, /' program.yaml
p up
export PULUMI_K8S_ENABLE_PATCH_FORCE=true
p refresh
p up
unset PULUMI_K8S_ENABLE_PATCH_FORCE
sed -i 's/^- name: agent$/&\n  options: { ignoreChanges: [spec.template] }/; s/^- name: store$/&\n  options: { retainOnDelete: true }/' program.yaml
with WORD=error
p up
# Parts of objects of somebody else, and what is there already.
echo '{apiVersion: v1, kind: ConfigMap, metadata: {name: found}, data: {a: "1"}}' | other
echo '{apiVersion: v1, kind: ConfigMap, metadata: {name: foreign, labels: {a: "1"}}, data: {a: "1", z: "1"}}' | other
other <<'END'
apiVersion: apps/v1
kind: Deployment
metadata: {name: foreign}
spec:
  selector: {matchLabels: {app: foreign}}
  template:
    metadata: {labels: {app: foreign}}
    spec: {containers: [{name: web, image: nginx, resources: {limits: {cpu: "5"}}, env: [{name: A, value: "1"}]}]}
END
with PART=1 FORCE=false FOUND=2
program typed more custom parts found enableConfigMapMutable=true
p up
with FORCE=true FOUND=1
p up
with PART=2 FOUND=2
sed -i 's/  options: { import.*//' program.yaml
p up
p refresh
# What goes: parts are given back.
program typed more custom enableConfigMapMutable=true
p up
program typed refused
p up
# Without server-side apply, and then with it.
mv state.json others.json
with LEVEL=1 KEY=a
program client-side enableServerSideApply=false
p up
with LEVEL=2 KEY=b
p up
k annotate configmap old note=other
program client-side enableServerSideApply=false enableConfigMapMutable=true
with LEVEL=3 KEY=c
p up
program client-side enableConfigMapMutable=true
p up
with LEVEL=4 KEY=d
p up
p show
p destroy
mv others.json state.json
# What goes, and comes again.
program typed more
p up
program typed custom
p up
p show
k get configmaps,secrets,deployments,daemonsets,statefulsets,widgets -o yaml --show-managed-fields
kill "$collector"
cd / && rm -r "$folder"
