// Command controllers runs the garbage collector and the namespace controller of Kubernetes against a server, until it is ended.
// They are those of k8s.io/kubernetes, started as kube-controller-manager starts them, with short periods.
//
// controllers SERVER TOKEN
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
	"k8s.io/controller-manager/pkg/informerfactory"
	"k8s.io/kubernetes/pkg/controller/garbagecollector"
	"k8s.io/kubernetes/pkg/controller/namespace"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	config := &rest.Config{Host: os.Args[1], BearerToken: os.Args[2], TLSClientConfig: rest.TLSClientConfig{Insecure: true}, QPS: 200, Burst: 400}
	client := kubernetes.NewForConfigOrDie(config)
	objects := metadata.NewForConfigOrDie(config)
	found := discovery.NewDiscoveryClientForConfigOrDie(config)
	mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(found))
	typed := informers.NewSharedInformerFactory(client, 0)
	all := metadatainformer.NewSharedInformerFactory(objects, 0)
	started := make(chan struct{})
	collector, err := garbagecollector.NewGarbageCollector(ctx, client, objects, mapper,
		garbagecollector.DefaultIgnoredResources(), informerfactory.NewInformerFactory(typed, all), started)
	if err != nil {
		panic(err)
	}
	resources := func() ([]*metav1.APIResourceList, error) { return found.ServerPreferredNamespacedResources() }
	namespaces := namespace.NewNamespaceController(ctx, client, objects, resources, typed.Core().V1().Namespaces(), time.Minute, v1.FinalizerKubernetes)
	typed.Start(ctx.Done())
	all.Start(ctx.Done())
	close(started)
	go namespaces.Run(ctx, 5)
	go collector.Sync(ctx, found, 5*time.Second)
	collector.Run(ctx, 5, 5*time.Second)
}
