# What people do with the end of a release, for `tools/record/rehearsal.ts`: `HELM=PROGRAM sh helm-uninstall.sh`.
case "${1-}" in
  --help | -h)
    echo 'tools/record/rehearsal-clients/helm-uninstall.sh

Ends releases as people do with Helm, for tools/record/rehearsal.ts: HELM=PROGRAM NAMESPACE=NAME sh helm-uninstall.sh. What it prints is compared too.'
    exit
    ;;
esac
h() {
  echo "\$ helm $*"
  "${HELM:-helm}" -n "$NAMESPACE" "$@" 2>&1
  echo "exit $?"
}
folder=$(mktemp -d)
export HELM_CACHE_HOME="$folder/cache" HELM_CONFIG_HOME="$folder/config" HELM_DATA_HOME="$folder/data"
chart=$folder/web
mkdir -p "$chart/templates"
cat > "$chart/Chart.yaml" <<'END'
{apiVersion: v2, name: web, version: 1.0.0}
END
cat > "$chart/values.yaml" <<'END'
{level: debug, replicas: 2}
END
cat > "$chart/templates/all.yaml" <<'END'
apiVersion: v1
kind: ConfigMap
metadata: {name: "{{ .Release.Name }}-settings"}
data: {level: "{{ .Values.level }}"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: "{{ .Release.Name }}-kept", annotations: {helm.sh/resource-policy: keep}}
data: {kept: "yes"}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: "{{ .Release.Name }}"}
spec:
  replicas: {{ .Values.replicas }}
  selector: {matchLabels: {app: "{{ .Release.Name }}"}}
  template:
    metadata: {labels: {app: "{{ .Release.Name }}"}}
    spec: {containers: [{name: web, image: nginx}]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: "{{ .Release.Name }}-before", annotations: {helm.sh/hook: pre-delete}}
data: {hook: "yes"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: "{{ .Release.Name }}-after", annotations: {helm.sh/hook: post-delete, helm.sh/hook-delete-policy: hook-succeeded}}
data: {hook: "yes"}
END
h install one "$chart" --create-namespace
h install two "$chart" --set level=info
h install three "$chart"
h upgrade one "$chart" --set replicas=3
h uninstall none
h uninstall none --ignore-not-found
h uninstall one --dry-run
h uninstall one
h uninstall one
h uninstall two --keep-history
h history two
h install two "$chart"
h uninstall two
h uninstall three --no-hooks --cascade=orphan
h list -q
rm -r "$folder"
