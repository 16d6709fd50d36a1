// Command kubelet runs the real kubelet's code of this Kubernetes release with the container runtime, cgroups and mounts
// that kubemark fakes: pods get a status by the requests a kubelet sends, and no container runs.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"go.opentelemetry.io/otel/trace/noop"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	remote "k8s.io/cri-client/pkg"
	fakeremote "k8s.io/cri-client/pkg/fake"
	cadvisortest "k8s.io/kubernetes/pkg/kubelet/cadvisor/testing"
	"k8s.io/kubernetes/pkg/kubelet/cm"
	"k8s.io/kubernetes/pkg/kubemark"
)

func main() {
	if err := run(context.Background(), os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, node string) error {
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	if err != nil {
		return err
	}
	// No user agent is set: client-go then takes the program's name, "kubelet", as it does for the real one.
	config.ContentType = "application/vnd.kubernetes.protobuf"
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	heartbeat := rest.CopyConfig(config)
	heartbeat.QPS = -1
	heartbeatClient, err := kubernetes.NewForConfig(heartbeat)
	if err != nil {
		return err
	}
	endpoint, err := fakeremote.GenerateEndpoint()
	if err != nil {
		return err
	}
	runtime := fakeremote.NewFakeRemoteRuntime()
	if err := runtime.Start(endpoint); err != nil {
		return err
	}
	defer runtime.Stop()
	service, err := remote.NewRemoteRuntimeService(ctx, endpoint, 15*time.Second, noop.NewTracerProvider(), false)
	if err != nil {
		return err
	}
	flags, configuration := kubemark.GetHollowKubeletConfig(&kubemark.HollowKubeletOptions{
		NodeName: node, KubeletPort: 20250, KubeletReadOnlyPort: 20255, MaxPods: 500,
	})
	configuration.Address = "127.0.0.1"
	kubemark.NewHollowKubelet(flags, configuration, client, heartbeatClient, &cadvisortest.Fake{NodeName: node},
		runtime.ImageService, service, cm.NewStubContainerManager()).Run(ctx)
	return nil
}
