// Command flux-helm runs one reconciliation of a HelmRelease by Flux's helm-controller, on a chart made in memory of the manifests it
// is given. The HelmRelease itself is kept in a fake client: what is recorded is what the release does to the cluster.
//
// The packages that it calls are internal to the controller's module, so it is built within a copy of that module. It reads one JSON
// document {server, token, namespace, options, manifests} from standard input and prints {"error"}. Options, by the names of the
// HelmRelease's fields: helmrelease (a name, or namespace/name), releaseName, install.serverSideApply, upgrade.serverSideApply,
// upgrade.force, install.disableTakeOwnership, upgrade.disableTakeOwnership, driftDetection.mode and driftDetection.ignore (JSON); and by
// the names of the controller's flags: override-manager and the gate UseHelm3Defaults. The namespace is the release's: where the
// HelmRelease is in another one, it is the targetNamespace.
//
// The history that the controller keeps in the status of the HelmRelease is made of the release in the cluster, where that is one of
// this program's. Manifests are told apart by the values, which hold their digest. Nothing is waited for (disableWait).
package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/go-logr/logr"
	"helm.sh/helm/v4/pkg/chart/common"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/kube"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/record"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	v2 "github.com/fluxcd/helm-controller/api/v2"
	"github.com/fluxcd/helm-controller/internal/action"
	inkube "github.com/fluxcd/helm-controller/internal/kube"
	"github.com/fluxcd/helm-controller/internal/reconcile"
	"github.com/fluxcd/helm-controller/internal/release"
	"github.com/fluxcd/pkg/runtime/conditions"
	"github.com/fluxcd/pkg/runtime/patch"
)

const controller = "helm-controller"

// What is asked of the program.
type input struct {
	Server, Token, Namespace, Manifests string
	Options                             map[string]string
}

func main() {
	ctrl.SetLogger(logr.Discard())
	// As the controller's main says: the manager of what Helm writes.
	kube.ManagedFieldsManager = controller
	var asked input
	err := json.NewDecoder(os.Stdin).Decode(&asked)
	if err == nil {
		err = run(context.Background(), asked)
	}
	var message *string
	if err != nil {
		text := err.Error()
		message = &text
	}
	json.NewEncoder(os.Stdout).Encode(map[string]any{"error": message})
}

func run(ctx context.Context, asked input) error {
	action.UseHelm3Defaults = asked.Options["UseHelm3Defaults"] == "true"
	object, err := helmReleaseOf(asked)
	if err != nil {
		return err
	}
	config := &rest.Config{Host: asked.Server, BearerToken: asked.Token, QPS: 1000, Burst: 2000}
	config.TLSClientConfig.Insecure = strings.HasPrefix(asked.Server, "https:")
	getter := inkube.NewMemoryRESTClientGetter(config, inkube.WithNamespace(asked.Namespace), inkube.WithPersistent(true))
	factory, err := action.NewConfigFactory(getter, action.WithStorage(action.DefaultStorageDriver, object.GetStorageNamespace()))
	if err != nil {
		return err
	}
	values := common.Values{"digest": fmt.Sprintf("%x", sha256.Sum256([]byte(asked.Manifests)))}
	last, err := action.LastRelease(factory.Build(nil), object.GetReleaseName())
	if err != nil && !errors.Is(err, action.ErrReleaseNotFound) {
		return err
	}
	if err == nil && last.Config["digest"] != nil {
		object.Status.History = v2.Snapshots{release.ObservedToSnapshot(release.ObserveRelease(last))}
	}
	scheme := runtime.NewScheme()
	if err := v2.AddToScheme(scheme); err != nil {
		return err
	}
	kept := fake.NewClientBuilder().WithScheme(scheme).WithObjects(object).WithStatusSubresource(&v2.HelmRelease{}).Build()
	heard := &recorder{}
	var overridden []string
	if names := asked.Options["override-manager"]; names != "" {
		overridden = strings.Split(names, ",")
	}
	request := &reconcile.Request{Object: object, Chart: chartOf(asked.Manifests), Values: values}
	err = reconcile.NewAtomicRelease(patch.NewSerialPatcher(object, kept), factory, heard, controller, overridden, false).
		Reconcile(ctx, request)
	if conditions.IsFalse(object, v2.ReleasedCondition) {
		return errors.New(withoutChart(conditions.GetMessage(object, v2.ReleasedCondition)))
	}
	if heard.correction != nil {
		return heard.correction
	}
	return err
}

var opening = regexp.MustCompile(`^Helm \w+ failed for release \S+ with chart \S+: `)

// The words of a failed release, without the name of the chart, which nobody but this program knows.
func withoutChart(message string) string { return opening.ReplaceAllString(message, "") }

// Keeps what the controller says of a correction that failed, which is an event and nothing else.
type recorder struct{ correction error }

func (r *recorder) Event(object runtime.Object, kind, reason, message string) {
	if kind == corev1.EventTypeWarning && reason == "DriftCorrectionFailed" {
		r.correction = errors.New(message)
	}
}

func (r *recorder) Eventf(object runtime.Object, kind, reason, format string, args ...any) {
	r.Event(object, kind, reason, fmt.Sprintf(format, args...))
}

func (r *recorder) AnnotatedEventf(object runtime.Object, _ map[string]string, kind, reason, format string, args ...any) {
	r.Eventf(object, kind, reason, format, args...)
}

var _ record.EventRecorder = &recorder{}

func helmReleaseOf(asked input) (*v2.HelmRelease, error) {
	options := asked.Options
	on := func(name string) bool { return options[name] == "true" }
	namespace, name, isNamed := strings.Cut(options["helmrelease"], "/")
	if !isNamed {
		namespace, name = asked.Namespace, options["helmrelease"]
	}
	object := &v2.HelmRelease{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: namespace}}
	object.Spec.ReleaseName = options["releaseName"]
	if namespace != asked.Namespace {
		object.Spec.TargetNamespace = asked.Namespace
	}
	object.Spec.Timeout = &metav1.Duration{Duration: 100 * time.Second}
	object.Spec.Install = &v2.Install{DisableWait: true, DisableTakeOwnership: on("install.disableTakeOwnership")}
	if value, isSet := options["install.serverSideApply"]; isSet {
		isServerSide := value == "true"
		object.Spec.Install.ServerSideApply = &isServerSide
	}
	object.Spec.Upgrade = &v2.Upgrade{
		DisableWait:          true,
		DisableTakeOwnership: on("upgrade.disableTakeOwnership"),
		Force:                on("upgrade.force"),
		ServerSideApply:      v2.ServerSideApplyMode(options["upgrade.serverSideApply"]),
	}
	object.Spec.DriftDetection = &v2.DriftDetection{Mode: v2.DriftDetectionMode(options["driftDetection.mode"])}
	if rules := options["driftDetection.ignore"]; rules != "" {
		if err := json.Unmarshal([]byte(rules), &object.Spec.DriftDetection.Ignore); err != nil {
			return nil, err
		}
	}
	return object, nil
}

var between = regexp.MustCompile(`(?m)^---\s*$`)

// A chart whose templates are the documents, numbered in their order: templates/01.yaml.
func chartOf(manifests string) *chart.Chart {
	made := &chart.Chart{Metadata: &chart.Metadata{APIVersion: "v2", Name: "app", Version: "0.1.0", Type: "application"}}
	for _, text := range between.Split(manifests, -1) {
		if strings.TrimSpace(text) == "" {
			continue
		}
		file := fmt.Sprintf("templates/%02d.yaml", len(made.Templates)+1)
		made.Templates = append(made.Templates, &common.File{Name: file, Data: []byte(literal(text))})
	}
	return made
}

// A text as a template that renders to it.
func literal(text string) string {
	return strings.ReplaceAll(strings.TrimLeft(text, "\n"), "{{", `{{ "{{" }}`)
}
