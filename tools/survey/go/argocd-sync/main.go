// Command argocd-sync syncs the YAML files it is given as Argo CD's application controller does: by a sync context of
// gitops-engine, with the options of controller/sync.go, the tracking id of the application, and its field manager.
//
//	argocd-sync [--server-side] [--label] --app NAME --namespace NAMESPACE FILE…
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/argoproj/argo-cd/gitops-engine/pkg/cache"
	"github.com/argoproj/argo-cd/gitops-engine/pkg/engine"
	"github.com/argoproj/argo-cd/gitops-engine/pkg/sync"
	"github.com/argoproj/argo-cd/gitops-engine/pkg/sync/common"
	"github.com/argoproj/argo-cd/gitops-engine/pkg/utils/kube"
	"github.com/go-logr/logr"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/tools/clientcmd"
)

// What Argo CD calls itself: ArgoCDSSAManager of its common/common.go, and the name of its program.
const (
	manager   = "argocd-controller"
	userAgent = "argocd-application-controller"
)

// How an object says which application it belongs to: the default annotation, or the label that older settings use.
const (
	trackingAnnotation = "argocd.argoproj.io/tracking-id"
	trackingLabel      = "app.kubernetes.io/instance"
)

func main() {
	app := flag.String("app", "", "the application")
	namespace := flag.String("namespace", "", "where it is deployed to")
	serverSide := flag.Bool("server-side", false, "the sync option ServerSideApply=true")
	label := flag.Bool("label", false, "track by label instead of annotation")
	flag.Parse()
	if err := run(*app, *namespace, *serverSide, *label, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(app, namespace string, serverSide, label bool, files []string) error {
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	if err != nil {
		return err
	}
	config.UserAgent = userAgent
	config.QPS, config.Burst = 100, 200
	targets, err := read(files)
	if err != nil {
		return err
	}
	for _, target := range targets {
		track(target, app, namespace, label)
	}
	live := cache.NewClusterCache(config, cache.SetLogr(logr.Discard()), cache.SetPopulateResourceInfoHandler(
		func(object *unstructured.Unstructured, _ bool) (any, bool) { return nil, tracked(object, app, label) }))
	gitops := engine.NewEngine(config, live, engine.WithLogr(logr.Discard()))
	stop, err := gitops.Run()
	if err != nil {
		return err
	}
	defer stop()
	managed := func(resource *cache.Resource) bool {
		return resource.Resource != nil && tracked(resource.Resource, app, label)
	}
	results, err := gitops.Sync(context.Background(), targets, managed, "main", namespace,
		sync.WithLogr(logr.Discard()),
		sync.WithOperationSettings(false, true, false, false),
		sync.WithManifestValidation(true),
		sync.WithServerSideApply(serverSide),
		sync.WithServerSideApplyManager(manager),
		sync.WithClientSideApplyMigration(true, common.DefaultClientSideApplyMigrationManager),
	)
	failed := err
	for _, result := range results {
		fmt.Println(result.ResourceKey.String(), result.Status, result.Message)
		if result.Status == common.ResultCodeSyncFailed {
			failed = fmt.Errorf("%s: %s", result.ResourceKey.String(), result.Message)
		}
	}
	return failed
}

func read(files []string) ([]*unstructured.Unstructured, error) {
	var objects []*unstructured.Unstructured
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		items, err := kube.SplitYAML(data)
		if err != nil {
			return nil, err
		}
		objects = append(objects, items...)
	}
	return objects, nil
}

// The tracking id of an object: APP:GROUP/KIND:NAMESPACE/NAME, as util/argo/resource_tracking.go builds it.
func track(object *unstructured.Unstructured, app, namespace string, label bool) {
	if label {
		labels := object.GetLabels()
		if labels == nil {
			labels = map[string]string{}
		}
		labels[trackingLabel] = app
		object.SetLabels(labels)
		return
	}
	if own := object.GetNamespace(); own != "" {
		namespace = own
	}
	kind := object.GroupVersionKind()
	annotations := object.GetAnnotations()
	if annotations == nil {
		annotations = map[string]string{}
	}
	annotations[trackingAnnotation] = fmt.Sprintf("%s:%s/%s:%s/%s", app, kind.Group, kind.Kind, namespace, object.GetName())
	object.SetAnnotations(annotations)
}

func tracked(object *unstructured.Unstructured, app string, label bool) bool {
	if label {
		return object.GetLabels()[trackingLabel] == app
	}
	id := object.GetAnnotations()[trackingAnnotation]
	return len(id) > len(app) && id[:len(app)+1] == app+":"
}
