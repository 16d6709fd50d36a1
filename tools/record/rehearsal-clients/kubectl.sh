# What people do with kubectl, for `tools/record/rehearsal.ts`: `KUBECTL=PROGRAM sh kubectl.sh`. What it prints is compared too.
case "${1-}" in
  --help | -h)
    echo 'tools/record/rehearsal-clients/kubectl.sh

Does what people do with kubectl, for tools/record/rehearsal.ts: KUBECTL=PROGRAM NAMESPACE=NAME sh kubectl.sh. What it prints is compared too.'
    exit
    ;;
esac
k() {
  echo "\$ kubectl $*"
  "${KUBECTL:-kubectl}" -n "$NAMESPACE" "$@" 2>&1
  echo "exit $?"
}
deployment() {
  cat <<END
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {app: web}}
spec:
  replicas: $1
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "nginx:$2", ports: [{containerPort: 80}]}]}
END
}
settings() {
  echo "{apiVersion: v1, kind: ConfigMap, metadata: {name: $1, labels: {set: a}}, data: $2}"
}
k create namespace "$NAMESPACE"
# Both ways of apply, a conflict, and what moves from one to the other.
deployment 2 1.27 | k apply -f -
deployment 3 1.28 | k apply -f -
deployment 3 1.28 | k apply -f -
deployment 3 1.28 | k diff -f -
deployment 1 1.29 | k diff -f -
deployment 2 1.28 | k apply --server-side -f -
deployment 4 1.28 | k apply --server-side --field-manager=other -f -
deployment 4 1.28 | k apply --server-side --field-manager=other --force-conflicts -f -
deployment 5 1.28 | k apply --dry-run=server -f -
deployment 5 1.28 | k apply --dry-run=client -f -
settings one '{a: "1"}' | k create -f -
settings one '{a: "1"}' | k create -f -
settings one '{b: "2"}' | k replace -f -
settings two '{a: "1"}' | k apply --server-side -f -
settings two '{a: 1}' | k apply --server-side -f -
settings three '{a: "1"}' | k apply -f -
settings three '{a: "2"}' | k apply view-last-applied -f -
settings three '{c: "3"}' | k apply set-last-applied -f -
settings three '{d: "4"}' | k replace --force -f -
# What changes one field.
k scale deployment/web --replicas=6
k set image deployment/web web=nginx:1.30
k set env deployment/web LEVEL=debug
k set resources deployment/web --limits=cpu=200m,memory=64Mi
k autoscale deployment/web --min=1 --max=4 --cpu-percent=50
k rollout pause deployment/web
k rollout resume deployment/web
k rollout restart deployment/web
k rollout history deployment/web
k label configmap/one color=green
k label configmap/one color=blue
k label configmap/one color=blue --overwrite
k annotate configmap --all note=kept
k patch configmap/one -p '{"data":{"e":"5"}}'
k patch configmap/one --type=merge -p '{"data":{"e":null}}'
k patch configmap/one --type=json -p '[{"op":"add","path":"/data/f","value":"6"}]'
k patch deployment/web -p '{"spec":{"template":{"spec":{"containers":[{"name":"web","env":[{"name":"MORE","value":"x"}]}]}}}}'
k patch deployment/web --subresource=status --type=merge -p '{"status":{"observedGeneration":1}}'
# What it makes of flags.
k create configmap literal --from-literal=a=1
k create secret generic token --from-literal=key=value
k create service clusterip web --tcp=80:8080 --clusterip=None
k create job once --image=busybox -- true
k create cronjob often --image=busybox --schedule='*/5 * * * *' -- true
k create serviceaccount robot
k create role reader --verb=get --resource=pods
k create rolebinding reader --role=reader --serviceaccount="$NAMESPACE:robot"
k create quota few --hard=pods=9
k create poddisruptionbudget web --selector=app=web --min-available=1
k run pod --image=busybox --restart=Never
# What it reads.
k get configmaps
k get configmaps -l set=a -o name
k get deployment web -o 'jsonpath={.spec.replicas} {.spec.template.spec.containers[0].image}'
k get deployments,configmaps,secrets -o name
k get configmap none
k get nothing
k auth can-i create deployments
k explain configmap.data
k api-resources --api-group=apps --no-headers
# What it deletes.
k delete configmap literal
k delete configmap literal
k delete configmap literal --ignore-not-found
k delete configmap -l set=a --dry-run=server
k delete configmap -l set=a
k delete job once --cascade=orphan --wait=false
k delete cronjob often --cascade=foreground --wait=false
k delete deployment web --cascade=background
k delete pod pod --grace-period=0 --force
k delete serviceaccount robot --now
k get configmaps,deployments,jobs,cronjobs,pods,serviceaccounts -o name
