package provider

import (
	"github.com/pulumi/pulumi-kubernetes/provider/v4/pkg/host"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// New makes the server of the provider without a process of its own.
func New(client host.HostClient, version string) (pulumirpc.ResourceProviderServer, error) {
	return makeKubeProvider(client, "kubernetes", version, []byte("{}"), []byte("{}"))
}
