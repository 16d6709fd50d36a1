# What people do with Terraform, for `tools/record/rehearsal.ts`: `TERRAFORM=PROGRAM PROVIDER=PROGRAM sh terraform.sh`.
case "${1-}" in
  --help | -h)
    echo 'tools/record/rehearsal-clients/terraform.sh

Plans, applies and destroys as Terraform does, for tools/record/rehearsal.ts: TERRAFORM=PROGRAM PROVIDER=PROGRAM KUBECTL=PROGRAM
NAMESPACE=NAME sh terraform.sh. tools/record/tool-programs/terraform-core/build.sh builds the first two. What is printed is compared too.'
    exit
    ;;
esac
files=$(cd "$(dirname "$0")/terraform" && pwd)
folder=$(mktemp -d)
cd "$folder" || exit 1
export KUBE_CONFIG_PATH="$KUBECONFIG" TF_VAR_namespace="$NAMESPACE"
t() {
  verb=$1
  shift
  echo "\$ terraform $verb $*"
  "$TERRAFORM" "$verb" "$PROVIDER" "$@" 2>&1
  echo "exit $?"
}
with() {
  echo "# $*"
  export "$@"
}
k() {
  echo "\$ kubectl $*"
  "${KUBECTL:-kubectl}" -n "$NAMESPACE" "$@" 2>&1
  echo "exit $?"
}
other() {
  k apply --server-side --field-manager=other "$@" -f -
}
# Created, changed.
cp "$files/typed.tf" .
with TF_VAR_number=2 TF_VAR_word=debug
t apply
cp "$files/manifests.tf" .
with TF_VAR_number=3 TF_VAR_word=info TF_VAR_level=1 TF_VAR_key=a
t apply
with TF_VAR_level=2 TF_VAR_key=b TF_VAR_widget=1
t apply
with TF_VAR_widget=20
t apply
with TF_VAR_widget=2
# What others changed: seen, put back, left alone, in conflict and taken by force.
k scale deployment/web --replicas=7
k label configmap/settings team- color=green
k scale deployment/manifest --replicas=5
k delete role reader
echo '{apiVersion: v1, kind: ConfigMap, metadata: {name: manifest}, data: {level: other}}' | other --force-conflicts
t plan
with TF_VAR_level=3
t apply
with TF_VAR_force=true TF_VAR_manager=release TF_VAR_key=c
t apply
# Parts of objects of somebody else, and what is there already.
echo '{apiVersion: v1, kind: ConfigMap, metadata: {name: found}, data: {a: "1"}}' | other
echo '{apiVersion: v1, kind: ConfigMap, metadata: {name: foreign, labels: {a: "1"}}, data: {a: "1"}}' | other
other <<'END'
apiVersion: apps/v1
kind: Deployment
metadata: {name: foreign, annotations: {a: "1"}}
spec:
  selector: {matchLabels: {app: foreign}}
  template:
    metadata: {labels: {app: foreign}, annotations: {a: "1"}}
    spec: {containers: [{name: web, image: nginx, env: [{name: A, value: "1"}]}]}
END
cp "$files/parts.tf" .
t apply
cp "$files/import.tf" .
with TF_VAR_force_parts=true
t apply
with TF_VAR_part=b
# What is refused, and what no server knows. A claim cannot get smaller.
cp "$files/refused.tf" .
sed -i 's/storage = "1Gi"/storage = "500Mi"/' typed.tf
t apply
rm refused.tf
cp "$files/unknown.tf" .
t plan
rm unknown.tf
# What cannot be changed is made anew.
sed -i 's/storage = "500Mi"/storage = "1Gi"/; s/name        = "settings"/name        = "renamed"/; s/app = "agent"/app = "agents"/' typed.tf
t apply
t plan
t show
# What goes.
rm parts.tf import.tf
with TF_VAR_widget=0
t apply
t destroy kubernetes_manifest.definition kubernetes_cron_job_v1.often kubernetes_deployment_v1.web kubernetes_service_account_v1.robot
t show
cd / && rm -r "$folder"
