"""What people do with the official Python client, for tools/record/rehearsal.ts: python python.py. What it prints is compared too."""
import os

from kubernetes import client, config, watch
from kubernetes.stream import stream

config.load_kube_config()
namespace = os.environ["NAMESPACE"]
core, apps = client.CoreV1Api(), client.AppsV1Api()


def says(name, action):
    """Prints what an action comes to: its value, or the answer of the server that refuses it."""
    try:
        print(name, action())
    except client.exceptions.ApiException as refused:
        # exec speaks WebSocket, whose refusals have no body of JSON.
        print(name, refused.status, refused.body)


def config_map(name, data, **metadata):
    return client.V1ConfigMap(metadata=client.V1ObjectMeta(name=name, **metadata), data=data)


def deployment(replicas):
    container = client.V1Container(name="web", image="nginx", ports=[client.V1ContainerPort(container_port=80)])
    template = client.V1PodTemplateSpec(
        metadata=client.V1ObjectMeta(labels={"app": "web"}), spec=client.V1PodSpec(containers=[container])
    )
    spec = client.V1DeploymentSpec(
        replicas=replicas, selector=client.V1LabelSelector(match_labels={"app": "web"}), template=template
    )
    return client.V1Deployment(metadata=client.V1ObjectMeta(name="web"), spec=spec)


core.create_namespace(client.V1Namespace(metadata=client.V1ObjectMeta(name=namespace)))
for number in range(5):
    core.create_namespaced_config_map(namespace, config_map(f"c{number}", {"n": str(number)}, labels={"odd": str(number % 2)}))
says("again", lambda: core.create_namespaced_config_map(namespace, config_map("c0", {})))

# Pages, selectors and a watch.
page = core.list_namespaced_config_map(namespace, limit=2)
while True:
    print("page", [each.metadata.name for each in page.items], page.metadata.remaining_item_count)
    if not page.metadata._continue:
        break
    page = core.list_namespaced_config_map(namespace, limit=2, _continue=page.metadata._continue)
odd = core.list_namespaced_config_map(namespace, label_selector="odd=1")
print("odd", [each.metadata.name for each in odd.items])
says("selector", lambda: core.list_namespaced_config_map(namespace, label_selector="odd in"))
for event in watch.Watch().stream(core.list_namespaced_config_map, namespace, timeout_seconds=1):
    print("event", event["type"], event["object"].metadata.name)

# The four patches, and replace.
body = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c1"}, "data": {"applied": "1"}}
apply = {"_content_type": "application/apply-patch+yaml"}
core.patch_namespaced_config_map("c1", namespace, [{"op": "add", "path": "/data/json", "value": "1"}])
core.patch_namespaced_config_map("c1", namespace, {"data": {"strategic": "1"}})
core.patch_namespaced_config_map("c1", namespace, {"data": {"n": None}}, _content_type="application/merge-patch+json")
core.patch_namespaced_config_map("c1", namespace, body, field_manager="python", **apply)
says("conflict", lambda: core.patch_namespaced_config_map("c1", namespace, {**body, "data": {"strategic": "2"}}, field_manager="other", **apply))
core.patch_namespaced_config_map("c1", namespace, {**body, "data": {"strategic": "2"}}, field_manager="other", force=True, **apply)
core.patch_namespaced_config_map("c1", namespace, {"data": {"dry": "1"}}, dry_run="All")
says("unmanaged", lambda: core.patch_namespaced_config_map("c1", namespace, body, **apply))
live = core.read_namespaced_config_map("c2", namespace)
live.data["replaced"] = "1"
core.replace_namespaced_config_map("c2", namespace, live)
says("stale", lambda: core.replace_namespaced_config_map("c2", namespace, live))
says("strict", lambda: core.patch_namespaced_config_map("c2", namespace, {"dat": {}}, field_validation="Strict"))

# Subresources.
apps.create_namespaced_deployment(namespace, deployment(1))
apps.patch_namespaced_deployment_scale("web", namespace, {"spec": {"replicas": 4}})
scale = apps.read_namespaced_deployment_scale("web", namespace)
scale.spec.replicas = 3
apps.replace_namespaced_deployment_scale("web", namespace, scale)
print("scale", apps.read_namespaced_deployment_scale("web", namespace).spec.replicas)
apps.patch_namespaced_deployment_status("web", namespace, {"status": {"replicas": 3, "readyReplicas": 2}})
print("status", apps.read_namespaced_deployment_status("web", namespace).status.ready_replicas)
apps.patch_namespaced_deployment("web", namespace, {"spec": {"template": {"spec": {"containers": [{"name": "web", "env": [{"name": "A", "value": "1"}]}]}}}})
pod = client.V1Pod(metadata=client.V1ObjectMeta(name="p"), spec=client.V1PodSpec(containers=[client.V1Container(name="c", image="i")]))
core.create_namespaced_pod(namespace, pod)
says("log", lambda: core.read_namespaced_pod_log("p", namespace))
says("exec", lambda: core.connect_get_namespaced_pod_exec("p", namespace, command=["ls"], stdout=True))
try:
    stream(core.connect_get_namespaced_pod_exec, "p", namespace, command=["ls"], stdout=True)
except client.exceptions.ApiException as refused:
    print("exec by WebSocket", refused.status)

# Deletes.
says("none", lambda: core.delete_namespaced_config_map("none", namespace))
says("uid", lambda: core.delete_namespaced_config_map("c0", namespace, body=client.V1DeleteOptions(preconditions=client.V1Preconditions(uid="x"))))
core.delete_namespaced_config_map("c4", namespace, propagation_policy="Foreground")
core.delete_collection_namespaced_config_map(namespace, label_selector="odd=0")
apps.delete_namespaced_deployment("web", namespace, propagation_policy="Orphan")
print("left", [each.metadata.name for each in core.list_namespaced_config_map(namespace).items])
