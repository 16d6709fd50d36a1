# What people do with kubectl beside applies, for `tools/record/rehearsal.ts`: `KUBECTL=PROGRAM sh kubectl-more.sh`.
case "${1-}" in
  --help | -h)
    echo 'tools/record/rehearsal-clients/kubectl-more.sh

Waits, watches, pages, prunes, drains and asks with kubectl, for tools/record/rehearsal.ts: KUBECTL=PROGRAM NAMESPACE=NAME sh kubectl-more.sh.
What it prints is compared too.'
    exit
    ;;
esac
k() {
  echo "\$ kubectl $*"
  "${KUBECTL:-kubectl}" -n "$NAMESPACE" "$@" 2>&1
  echo "exit $?"
}
settings() {
  echo "{apiVersion: v1, kind: ConfigMap, metadata: {name: $1, labels: {set: a, number: \"$2\"}}, data: {a: \"$2\"}}"
}
k create namespace "$NAMESPACE"
for each in 1 2 3 4 5; do settings "page-$each" "$each"; echo ---; done | k create -f -
k create deployment web --image=nginx --replicas=2 --port=80
# Pages, orders and columns.
k get configmaps --chunk-size=2
k get configmaps --chunk-size=2 -l set=a -o name
k get configmaps --chunk-size=0 -o custom-columns=NAME:.metadata.name,A:.data.a
k get configmaps --sort-by=.data.a --no-headers
k get configmaps -L number --show-labels
k get configmaps --field-selector metadata.name=page-3
k get configmaps --field-selector data.a=1
k get configmaps -l 'number in (1,2),set!=b'
k get configmaps -l 'number=='
k get configmaps -l '!set'
k get deployments -o wide
k get deployment web -o json
k get deployment web -o yaml --show-managed-fields
k get deployment/web configmap/page-1
k get all
k get --raw "/api/v1/namespaces/$NAMESPACE/configmaps?limit=2&continue=none"
k get --raw "/api/v1/namespaces/$NAMESPACE/configmaps?limit=-1"
k get --raw "/api/v1/namespaces/$NAMESPACE/configmaps?resourceVersion=999999999&resourceVersionMatch=Exact"
k get --raw "/api/v1/namespaces/$NAMESPACE/configmaps?resourceVersionMatch=Exact"
k get --raw "/api/v1/namespaces/$NAMESPACE/configmaps?watch=1&resourceVersion=999999999&timeoutSeconds=1"
k get --raw "/api/v1/namespaces/$NAMESPACE/configmaps?watch=1&resourceVersion=x&timeoutSeconds=1"
k get --raw "/api/v1/namespaces/$NAMESPACE/configmaps?watch=1&resourceVersion=1&timeoutSeconds=1"
k get --raw "/api/v1/namespaces/$NAMESPACE/configmaps?watch=1&sendInitialEvents=true&timeoutSeconds=1"
k get configmap page-1 --watch-only --request-timeout=1s
k get configmaps --watch --output-watch-events --request-timeout=1s -o name
# Waits.
k wait deployment/web --for=condition=Available --timeout=1s
k wait deployment/web --for=jsonpath='{.spec.replicas}'=2 --timeout=1s
k wait configmap/page-1 --for=delete --timeout=1s
k wait configmap/none --for=delete --timeout=1s
k wait configmap/none --for=create --timeout=1s
k wait configmap -l set=a --for=jsonpath='{.data.a}' --timeout=60s
k rollout status deployment/web --timeout=1s
k rollout status deployment/none
k rollout restart deployment/web
k rollout restart deployment/none
k rollout undo deployment/web
k rollout history deployment/web
k patch configmap page-5 --type=merge -p '{"metadata":{"finalizers":["example.com/kept"]}}'
k delete configmap page-5 --wait --timeout=1s
k get configmap page-5 -o 'jsonpath={.metadata.deletionGracePeriodSeconds} {.metadata.finalizers}'
k patch configmap page-5 -p '{"data":{"b":"1"}}'
k patch configmap page-5 --type=merge -p '{"metadata":{"finalizers":["example.com/more"]}}'
k patch configmap page-5 --type=json -p '[{"op":"remove","path":"/metadata/finalizers"}]'
k get configmap page-5
# Scale.
k scale deployment/web --current-replicas=9 --replicas=3
k scale deployment/web --current-replicas=2 --replicas=3
k scale deployment/web --resource-version=1 --replicas=4
k scale configmap/page-1 --replicas=1
k scale deployment --all --replicas=5 --dry-run=server
k autoscale deployment web --max=5
k get hpa
# Apply with what goes.
settings kept 1 | k apply -l set=a --prune --prune-allowlist=core/v1/ConfigMap -f -
{ settings kept 1; echo ---; settings gone 1; } | k apply -f -
settings kept 2 | k apply -l set=a --prune --prune-allowlist=core/v1/ConfigMap -f -
export KUBECTL_APPLYSET=true
{ settings in-set 1; echo ---; settings out-of-set 1; } | k apply --applyset=set --prune -f -
settings in-set 2 | k apply --applyset=set --prune --dry-run=server -f -
settings in-set 2 | k apply --applyset=set --prune -f -
settings in-set 3 | k apply --server-side --applyset=other --prune -f -
k get secret set -o yaml
# Who one is, and what there is.
k auth whoami
k auth whoami -o yaml
k auth can-i delete pods --subresource=log
k auth can-i '*' '*'
k auth can-i --list
echo '{apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: made}, rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]}' | k auth reconcile -f -
echo '{apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: made}, rules: [{apiGroups: [""], resources: [pods], verbs: [list]}]}' | k auth reconcile -f -
k api-resources
k api-resources -o wide --sort-by=kind
k api-resources --namespaced=false -o name
k api-resources --verbs=list,patch --categories=all
k api-versions
k version
k cluster-info
k explain deployment.spec.strategy --recursive
k explain nothing
k explain hpa --api-version=autoscaling/v1 --recursive
k get nothing.example.com
k get pod/none -o yaml
# Pods that nothing runs.
k run one --image=busybox --labels=run=one --overrides='{"spec":{"nodeName":"node-of-nobody"}}'
k run two --image=busybox --restart=Never --env=A=1 --port=80 -- sleep 1
k logs one
k exec one -- true
k attach one
k cp one:/a /tmp/none
k top pod
k debug one --image=busybox --attach=false -c debugger
k debug one --image=busybox --attach=false -c debugger
k debug one --image=busybox --copy-to=copied --attach=false
k debug node/none --image=busybox --attach=false
k get pods
k get pods -o wide
k describe pod one
k set image pod/one one=busybox:2
k set image pod/one none=busybox:2
k set env pod/one A=1
k label pods --all many=yes
k label pod one --list
k annotate pod one --list
k patch pod one -p '{"spec":{"nodeName":"other"}}'
k patch pod one --subresource=resize -p '{"spec":{"containers":[{"name":"one","resources":{"requests":{"cpu":"1"}}}]}}'
# Nodes.
echo '{apiVersion: v1, kind: Node, metadata: {name: node-of-nobody}}' | k create -f -
k get node node-of-nobody
k cordon node-of-nobody
k taint node node-of-nobody dedicated=db:NoSchedule
k taint node node-of-nobody dedicated=db:NoSchedule
k taint node node-of-nobody dedicated-
k drain node-of-nobody --dry-run=server
k drain node-of-nobody --timeout=1s
k drain node-of-nobody --force --timeout=2s --grace-period=0
k uncordon node-of-nobody
k delete node node-of-nobody
# What it makes, and how it changes it.
k expose deployment web --port=80 --cluster-ip=None
k expose deployment web --port=80 --cluster-ip=None
k set selector service web 'app=other'
k set serviceaccount deployment web robot
k create serviceaccount robot
k create token robot
k create rolebinding made --role=made --user=a
k set subject rolebinding made --group=b
k create ingress web --rule=a.example.com/=web:80
k create poddisruptionbudget web --selector=app=web --min-available=50%
k create secret docker-registry pull --docker-server=a --docker-username=b --docker-password=c
k create secret tls pair --cert=none --key=none
k create cronjob often --image=busybox --schedule='* * * * *'
k create job now --from=cronjob/often
k create quota few --hard=configmaps=1
k create configmap too-many
k describe quota few
k delete quota few
k events
k get events
EDITOR="sed -i s/nginx/httpd/" k edit deployment web
EDITOR=true k edit deployment web
EDITOR="sed -i s/replicas:.*/replicas:\ -1/" k edit deployment web
settings page-1 9 | k diff --server-side -f -
settings page-1 9 | k replace -f -
settings page-1 8 | k replace --dry-run=server -o yaml -f -
settings none 9 | k replace -f -
k describe configmap page-1
k describe deployment web
k describe service web
k describe secret set
k describe namespace "$NAMESPACE"
# What it deletes.
k delete pod two --dry-run=server
k delete pod two --grace-period=3 --wait=false
k delete pods --all --force
k delete configmaps --field-selector metadata.name=page-2
k delete configmaps,secrets -l set=a
k delete --raw "/api/v1/namespaces/$NAMESPACE/configmaps/page-3"
k delete all --all
k get all
