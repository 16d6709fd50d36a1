// Command argocd syncs manifests once as Argo CD's application controller does: by a sync context of its own library gitops-engine,
// made with the options of controller/sync.go of v3.6.1, the tracking id of the application, and its field manager. It is built within
// a copy of Argo CD's module, since what RespectIgnoreDifferences does is not exported: those functions of controller/sync.go become a
// file of this program. The settings of argocd-cm are those of an empty one.
//
// It reads one JSON document {server, direct, token, namespace, options, manifests} from standard input and prints {"error", "phase",
// "results"}. The cluster cache, from which the controller takes live objects, reads from `direct`; the sync itself talks to `server`.
// Options: app (the application), ServerSideApply, ClientSideApplyMigration, client-side-apply-migration-manager, Replace, Force,
// prune, PruneLast, Prune (the default of all resources), PrunePropagationPolicy, Validate, SkipDryRunOnMissingResource,
// RespectIgnoreDifferences, and ignoreDifferences (of the application's spec, as YAML). The sync
// ends where the phase of the operation is final; one that waits for health is ended after twenty seconds.
//
// With the argument "normalize" it reads a JSON list of {rules, object} instead, and prints each object without what its rules ignore.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sort"
	"strings"
	"time"

	"github.com/argoproj/argo-cd/gitops-engine/v3/pkg/cache"
	"github.com/argoproj/argo-cd/gitops-engine/v3/pkg/sync"
	"github.com/argoproj/argo-cd/gitops-engine/v3/pkg/sync/common"
	"github.com/argoproj/argo-cd/gitops-engine/v3/pkg/utils/kube"
	"github.com/argoproj/argo-cd/gitops-engine/v3/pkg/utils/tracing"
	"github.com/go-logr/logr"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/yaml"

	argocd "github.com/argoproj/argo-cd/v3/common"
	"github.com/argoproj/argo-cd/v3/pkg/apis/application/v1alpha1"
	"github.com/argoproj/argo-cd/v3/util/argo/diff"
	"github.com/argoproj/argo-cd/v3/util/argo/normalizers"
)

// What Argo CD calls itself: ArgoCDSSAManager of its common/common.go, and the name of its program.
const (
	manager            = "argocd-controller"
	userAgent          = "argocd-application-controller"
	trackingAnnotation = "argocd.argoproj.io/tracking-id"
)

// What is asked of the program.
type input struct {
	Server, Direct, Token, Namespace string
	Options                          map[string]string
	Manifests                        string
}

// What happened to one resource, as the status of an application tells it.
type result struct {
	Group     string `json:"group,omitempty"`
	Kind      string `json:"kind"`
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
	Status    string `json:"status"`
	Message   string `json:"message"`
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "normalize" {
		normalize()
		return
	}
	var asked input
	phase, results, err := "", []result{}, json.NewDecoder(os.Stdin).Decode(&asked)
	if err == nil {
		phase, results, err = run(asked)
	}
	var message *string
	if err != nil {
		text := err.Error()
		message = &text
	}
	json.NewEncoder(os.Stdout).Encode(map[string]any{"error": message, "phase": phase, "results": results})
}

func run(asked input) (string, []result, error) {
	app := asked.Options["app"]
	targets, err := kube.SplitYAML([]byte(asked.Manifests))
	if err != nil {
		return "", nil, err
	}
	var ignored []v1alpha1.ResourceIgnoreDifferences
	if err := yaml.Unmarshal([]byte(asked.Options["ignoreDifferences"]), &ignored); err != nil {
		return "", nil, err
	}
	live := cache.NewClusterCache(configOf(asked.Direct, asked.Token), cache.SetLogr(logr.Discard()),
		cache.SetPopulateResourceInfoHandler(func(object *unstructured.Unstructured, isRoot bool) (any, bool) {
			return nil, tracked(object, app) || isRoot && kube.IsCRD(object)
		}))
	if err := live.EnsureSynced(); err != nil {
		return "", nil, err
	}
	defer live.Invalidate()
	targets = normalized(targets, app, asked.Namespace, live)
	end := time.Now().Add(20 * time.Second)
	state := state{phase: common.OperationRunning, startedAt: metav1.Now()}
	for {
		if err := state.sync(asked, targets, ignored, live); err != nil {
			return "", nil, err
		}
		if state.phase.Completed() || time.Now().After(end) {
			break
		}
		// The controller comes back once the cache has heard of what was changed.
		time.Sleep(time.Second)
	}
	if state.phase.Successful() {
		return string(state.phase), resultsOf(state.results), nil
	}
	return string(state.phase), resultsOf(state.results), errors.New(state.message)
}

// Takes out of objects what rules ignore, as the controller does before it compares.
func normalize() {
	var cases []struct {
		Rules  []v1alpha1.ResourceIgnoreDifferences `json:"rules"`
		Object *unstructured.Unstructured           `json:"object"`
	}
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		panic(err)
	}
	results := []any{}
	for _, each := range cases {
		normalizer, err := normalizers.NewIgnoreNormalizer(each.Rules, nil, normalizers.IgnoreNormalizerOpts{})
		if err != nil {
			results = append(results, err.Error())
		} else if err := normalizer.Normalize(each.Object); err != nil {
			results = append(results, err.Error())
		} else {
			results = append(results, each.Object)
		}
	}
	json.NewEncoder(os.Stdout).Encode(results)
}

// How far an operation is, as the status of an application keeps it.
type state struct {
	phase     common.OperationPhase
	message   string
	results   []common.ResourceSyncResult
	startedAt metav1.Time
}

// Goes on with an operation by a sync context of its own, which knows the live objects of now and what was done before.
func (s *state) sync(asked input, targets []*unstructured.Unstructured, ignored []v1alpha1.ResourceIgnoreDifferences, live cache.ClusterCache) error {
	app := asked.Options["app"]
	managed, err := live.GetManagedLiveObjs(targets, func(r *cache.Resource) bool {
		return r.Resource != nil && tracked(r.Resource, app)
	})
	if err != nil {
		return err
	}
	reconciled := sync.Reconcile(targets, managed, asked.Namespace, live)
	if asked.Options["RespectIgnoreDifferences"] == "true" {
		compared := &comparisonResult{reconciliationResult: reconciled}
		if compared.diffConfig, err = diffConfig(ignored, live); err != nil {
			return err
		}
		patched, err := normalizeTargetResources(live.GetOpenAPISchema(), compared)
		if err != nil {
			s.phase, s.message = common.OperationError, fmt.Sprintf("Failed to normalize target resources: %s", err)
			return nil
		}
		reconciled.Target = patched
	}
	config := configOf(asked.Server, asked.Token)
	kubectl := &kube.KubectlCmd{Log: logr.Discard(), Tracer: tracing.NopTracer{}}
	given := append(options(asked), sync.WithInitialState(s.phase, s.message, s.results, s.startedAt))
	syncing, cleanup, err := sync.NewSyncContext("main", reconciled, config, config, kubectl, asked.Namespace, given...)
	if err != nil {
		return err
	}
	defer cleanup()
	syncing.Sync(context.Background())
	s.phase, s.message, s.results = syncing.GetState()
	sort.SliceStable(s.results, func(i, j int) bool { return s.results[i].Order < s.results[j].Order })
	for i := range s.results {
		s.results[i].Order = i + 1
	}
	return nil
}

// What normalizeTargetResources takes, by the names that it has in controller/state.go.
type comparisonResult struct {
	reconciliationResult sync.ReconciliationResult
	diffConfig           diff.DiffConfig
}

// What CompareAppState compares with. Where argocd-cm says nothing of it, the status of all objects is ignored.
func diffConfig(ignored []v1alpha1.ResourceIgnoreDifferences, live cache.ClusterCache) (diff.DiffConfig, error) {
	status := v1alpha1.ResourceOverride{IgnoreDifferences: v1alpha1.OverrideIgnoreDiff{JSONPointers: []string{"/status"}}}
	return diff.NewDiffConfigBuilder().
		WithDiffSettings(ignored, map[string]v1alpha1.ResourceOverride{"*/*": status}, false, normalizers.IgnoreNormalizerOpts{}).
		WithTracking(argocd.LabelKeyAppInstance, string(v1alpha1.TrackingMethodAnnotation)).
		WithNoCache().
		WithGVKParser(live.GetGVKParser()).
		WithManager(argocd.ArgoCDSSAManager).
		Build()
}

// The options of SyncAppState.
func options(asked input) []sync.SyncOpt {
	on := func(option string) bool { return asked.Options[option] == "true" }
	policy := metav1.DeletePropagationForeground
	switch asked.Options["PrunePropagationPolicy"] {
	case "background":
		policy = metav1.DeletePropagationBackground
	case "orphan":
		policy = metav1.DeletePropagationOrphan
	}
	migrated := common.DefaultClientSideApplyMigrationManager
	if named := asked.Options["client-side-apply-migration-manager"]; named != "" {
		migrated = named
	}
	var prune *string
	if value, given := asked.Options["Prune"]; given {
		prune = &value
	}
	return []sync.SyncOpt{
		sync.WithLogr(logr.Discard()),
		sync.WithPermissionValidator(func(*unstructured.Unstructured, *metav1.APIResource) error { return nil }),
		sync.WithOperationSettings(false, on("prune"), on("Force"), false),
		sync.WithManifestValidation(asked.Options["Validate"] != "false"),
		sync.WithPruneLast(on("PruneLast")),
		sync.WithResourceModificationChecker(false, nil),
		sync.WithPrunePropagationPolicy(&policy),
		sync.WithReplace(on("Replace")),
		sync.WithServerSideApply(on("ServerSideApply")),
		sync.WithServerSideApplyManager(manager),
		sync.WithClientSideApplyMigration(asked.Options["ClientSideApplyMigration"] != "false", migrated),
		sync.WithPruneConfirmed(false),
		sync.WithDefaultPruneOption(prune),
		sync.WithSkipDryRunOnMissingResource(on("SkipDryRunOnMissingResource")),
	}
}

func resultsOf(states []common.ResourceSyncResult) []result {
	results := []result{}
	for _, state := range states {
		key := state.ResourceKey
		results = append(results, result{key.Group, key.Kind, key.Namespace, key.Name, string(state.Status), state.Message})
	}
	return results
}

func configOf(server, token string) *rest.Config {
	config := &rest.Config{Host: server, BearerToken: token, UserAgent: userAgent, QPS: 1000, Burst: 2000}
	config.TLSClientConfig.Insecure = strings.HasPrefix(server, "https:")
	return config
}

// The targets as the repository server and CompareAppState leave them: with the tracking id, and in the namespace of the application
// where their kind has namespaces and they name none. Of objects that appear twice the last counts. Definitions are not tracked.
func normalized(targets []*unstructured.Unstructured, app, namespace string, scopes kube.ResourceInfoProvider) []*unstructured.Unstructured {
	places := map[kube.ResourceKey]int{}
	var kept []*unstructured.Unstructured
	for _, target := range targets {
		if !kube.IsCRD(target) {
			track(target, app, namespace)
		}
		isNamespaced, err := scopes.IsNamespaced(target.GroupVersionKind().GroupKind())
		if err == nil && isNamespaced && target.GetNamespace() == "" {
			target.SetNamespace(namespace)
		}
		if err == nil && !isNamespaced && target.GetNamespace() != "" {
			target.SetNamespace("")
		}
		key := kube.GetResourceKey(target)
		if place, isThere := places[key]; isThere {
			kept[place] = target
			continue
		}
		places[key] = len(kept)
		kept = append(kept, target)
	}
	return kept
}

// The tracking id of an object: APP:GROUP/KIND:NAMESPACE/NAME, as util/argo/resource_tracking.go builds it.
func track(object *unstructured.Unstructured, app, namespace string) {
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

func tracked(object *unstructured.Unstructured, app string) bool {
	return strings.HasPrefix(object.GetAnnotations()[trackingAnnotation], app+":")
}
