package object

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/crossplane/crossplane-runtime/v2/pkg/logging"
	"github.com/crossplane/crossplane-runtime/v2/pkg/reconciler/managed"
	"github.com/crossplane/crossplane-runtime/v2/pkg/resource"

	"github.com/crossplane-contrib/provider-kubernetes/apis/cluster/object/v1alpha2"
	apisv1alpha1 "github.com/crossplane-contrib/provider-kubernetes/apis/cluster/v1alpha1"
	pcontroller "github.com/crossplane-contrib/provider-kubernetes/internal/controller"
	kubeclient "github.com/crossplane-contrib/provider-kubernetes/pkg/kube/client"
	"github.com/crossplane-contrib/provider-kubernetes/pkg/kube/client/ssa/cache/extractor"
	"github.com/crossplane-contrib/provider-kubernetes/pkg/kube/client/ssa/cache/state"
	kconfig "github.com/crossplane-contrib/provider-kubernetes/pkg/kube/config"
)

// Flags are those of the provider that decide what it sends.
type Flags struct {
	ServerSideApply, ManagementPolicies, RemoveManagedFields bool
	LegacyCSAFieldManagers                                   []string
}

// Runner reconciles Objects one by one, and knows whether the last reconciliation wrote anything.
type Runner struct {
	reconcile.Reconciler
	Wrote bool
}

// NewRunner returns a reconciler of Objects that are kept by the client of a manager, and whose manifests go to a server.
func NewRunner(mgr manager.Manager, config *rest.Config, flags Flags) *Runner {
	runner := &Runner{}
	conn := &connector{
		logger:              logging.NewNopLogger(),
		removeManagedFields: flags.RemoveManagedFields,
		kube:                mgr.GetClient(),
		usage:               resource.NewLegacyProviderConfigUsageTracker(mgr.GetClient(), &apisv1alpha1.ProviderConfigUsage{}),
		clientBuilder: kubeclient.BuilderFn(func(context.Context, kconfig.ProviderConfigSpec) (client.Client, *rest.Config, error) {
			target, err := client.New(config, client.Options{})
			return target, config, err
		}),
	}
	if flags.ServerSideApply {
		conn.ssaEnabled = true
		conn.stateCacheManager = state.NewDesiredStateCacheManager()
		conn.parserCacheManager = extractor.NewGVKParserCacheManager()
		conn.legacyCSAFieldManagers = sets.New(pcontroller.DefaultCSAFieldManager()).Insert(flags.LegacyCSAFieldManagers...)
	}
	options := []managed.ReconcilerOption{
		managed.WithFinalizer(&objFinalizer{client: mgr.GetClient()}),
		managed.WithPollInterval(time.Minute),
		managed.WithDeterministicExternalName(true),
		managed.WithExternalConnector(&heardConnector{conn, runner}),
	}
	if flags.ManagementPolicies {
		options = append(options, managed.WithManagementPolicies())
	}
	runner.Reconciler = managed.NewReconciler(mgr, resource.ManagedKind(v1alpha2.ObjectGroupVersionKind), options...)
	return runner
}

// heardConnector tells the runner of each Create and Update.
type heardConnector struct {
	managed.ExternalConnector
	runner *Runner
}

func (c *heardConnector) Connect(ctx context.Context, mg resource.Managed) (managed.ExternalClient, error) {
	client, err := c.ExternalConnector.Connect(ctx, mg)
	return &heardClient{client, c.runner}, err
}

type heardClient struct {
	managed.ExternalClient
	runner *Runner
}

func (c *heardClient) Create(ctx context.Context, mg resource.Managed) (managed.ExternalCreation, error) {
	c.runner.Wrote = true
	return c.ExternalClient.Create(ctx, mg)
}

func (c *heardClient) Update(ctx context.Context, mg resource.Managed) (managed.ExternalUpdate, error) {
	c.runner.Wrote = true
	return c.ExternalClient.Update(ctx, mg)
}
