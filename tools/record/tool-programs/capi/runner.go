package cluster

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/tools/record"
	"sigs.k8s.io/controller-runtime/pkg/client"

	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	"sigs.k8s.io/cluster-api/internal/contract"
	"sigs.k8s.io/cluster-api/internal/topology/check"
	"sigs.k8s.io/cluster-api/internal/util/ssa"
)

// Runner brings objects to what is desired of them, as the topology controller does with those that a Cluster refers to.
type Runner struct{ reconciler *Reconciler }

// NewRunner returns a Runner that writes by a client.
func NewRunner(c client.Client) *Runner {
	recorder := record.NewFakeRecorder(1000)
	return &Runner{&Reconciler{Client: c, recorder: recorder, ssaCache: ssa.NewCache("recorder")}}
}

// BringTemplate brings one template to what is desired; where its spec has changed, a new one is made whose name begins so.
func (r *Runner) BringTemplate(ctx context.Context, current, desired *unstructured.Unstructured, prefix string) error {
	kind := desired.GroupVersionKind()
	_, err := r.reconciler.reconcileReferencedTemplate(ctx, reconcileReferencedTemplateInput{
		cluster:              &clusterv1.Cluster{},
		ref:                  &clusterv1.ContractVersionedObjectReference{APIGroup: kind.Group, Kind: kind.Kind, Name: desired.GetName()},
		current:              current,
		desired:              desired,
		templateNamePrefix:   prefix,
		compatibilityChecker: check.ObjectsAreCompatible,
	})
	return err
}

// Bring brings one object to what is desired; current is nil where it is not there.
func (r *Runner) Bring(ctx context.Context, current, desired *unstructured.Unstructured, ignored []contract.Path) error {
	_, err := r.reconciler.reconcileReferencedObject(ctx, reconcileReferencedObjectInput{
		cluster:     &clusterv1.Cluster{},
		current:     current,
		desired:     desired,
		ignorePaths: ignored,
	})
	return err
}
