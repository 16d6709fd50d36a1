package main

import (
	"encoding/json"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
)

// kinds holds one field manager for each version of the kinds in a set of definitions.
type kinds struct {
	types    managedfields.TypeConverter
	storage  schema.GroupVersion
	builtin  bool
	managers map[through]*managedfields.FieldManager
}

// through is a kind and the subresource through which it is written.
type through struct {
	kind        schema.GroupVersionKind
	subresource string
}

// A library is a set of definitions that later requests name instead of sending it.
type library struct {
	Name        string          `json:"name"`
	Definitions json.RawMessage `json:"definitions"`
}

var libraries = map[string]managedfields.TypeConverter{}

// The texts of what was loaded, for questions.
var loaded = map[string]json.RawMessage{}

func (l *library) keep() error {
	types, err := newTypes(l.Definitions)
	libraries[l.Name] = types
	loaded[l.Name] = l.Definitions
	return err
}

// newTypes reads definitions, or finds those that were loaded under a name.
func newTypes(definitions json.RawMessage) (managedfields.TypeConverter, error) {
	var name string
	if json.Unmarshal(definitions, &name) == nil {
		if types, ok := libraries[name]; ok {
			return types, nil
		}
		return nil, fmt.Errorf("no definitions were loaded as %q", name)
	}
	schemas := map[string]*spec.Schema{}
	if err := json.Unmarshal(definitions, &schemas); err != nil {
		return nil, err
	}
	return managedfields.NewTypeConverter(schemas, false)
}

func newKinds(definitions json.RawMessage, storage string) (*kinds, error) {
	types, err := newTypes(definitions)
	if err != nil {
		return nil, err
	}
	groupVersion, err := schema.ParseGroupVersion(storage)
	if err != nil {
		return nil, err
	}
	// Definitions by their name are those of built-in kinds.
	return &kinds{types: types, storage: groupVersion, builtin: definitions[0] == '"', managers: map[through]*managedfields.FieldManager{}}, nil
}

func (k *kinds) manager(object *unstructured.Unstructured, subresource string) (*managedfields.FieldManager, error) {
	kind := object.GroupVersionKind()
	if made, ok := k.managers[through{kind, subresource}]; ok {
		return made, nil
	}
	var reset map[fieldpath.APIVersion]fieldpath.Filter
	if subresource != "" {
		set, err := readSet(resetThroughStatus)
		if err != nil {
			return nil, err
		}
		reset = map[fieldpath.APIVersion]fieldpath.Filter{}
		for _, version := range []string{k.storage.String(), object.GetAPIVersion(), "example.com/v1", "example.com/v2"} {
			reset[fieldpath.APIVersion(version)] = fieldpath.NewExcludeSetFilter(set)
		}
	}
	make := managedfields.NewDefaultCRDFieldManager
	if k.builtin {
		make = managedfields.NewDefaultFieldManager
	}
	made, err := make(k.types, byName{}, nothing{}, nothing{}, kind, k.storage, subresource, reset)
	if err != nil {
		return nil, err
	}
	k.managers[through{kind, subresource}] = made
	return made, nil
}

// What nobody owns who writes through /status; conformance/upstream/sequence.ts has the same.
const resetThroughStatus = `{"f:metadata":{"f:labels":{}},"f:spec":{"f:a":{},"f:b":{}}}`

// empty is the live object of a request that creates: what the server passes for an absent custom resource.
func (k *kinds) empty(object *unstructured.Unstructured) *unstructured.Unstructured {
	made := &unstructured.Unstructured{Object: map[string]interface{}{}}
	made.SetGroupVersionKind(object.GroupVersionKind())
	made.SetName(object.GetName())
	return made
}

func (k *kinds) stored(object runtime.Object, err error) (*unstructured.Unstructured, error) {
	if err != nil || object == nil {
		return nil, err
	}
	made, ok := object.(*unstructured.Unstructured)
	if !ok {
		return nil, fmt.Errorf("unexpected object %T", object)
	}
	made.SetAPIVersion(k.storage.String())
	made.SetUID("u")
	entries := made.GetManagedFields()
	for i := range entries {
		if entries[i].Time != nil {
			entries[i].Time = &past
		}
	}
	made.SetManagedFields(entries)
	return made, nil
}

// past stands for every time that is not now, so that an answer does not depend on the clock.
var past = metav1.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// byName converts between versions as custom resources without a webhook do: by the name of the version only.
type byName struct{}

func (byName) Convert(in, out, context interface{}) error {
	return fmt.Errorf("not supported")
}

func (byName) ConvertToVersion(in runtime.Object, target runtime.GroupVersioner) (runtime.Object, error) {
	object, ok := in.(*unstructured.Unstructured)
	if !ok {
		return nil, fmt.Errorf("unexpected object %T", in)
	}
	from := object.GroupVersionKind()
	to, ok := target.KindForGroupVersionKinds([]schema.GroupVersionKind{from})
	if !ok {
		return nil, fmt.Errorf("no version for %v", from)
	}
	copied := object.DeepCopy()
	copied.SetGroupVersionKind(to)
	return copied, nil
}

func (byName) ConvertFieldLabel(kind schema.GroupVersionKind, label, value string) (string, string, error) {
	return label, value, nil
}

// nothing sets no defaults and creates empty objects.
type nothing struct{}

func (nothing) Default(runtime.Object) {}

func (nothing) New(kind schema.GroupVersionKind) (runtime.Object, error) {
	made := &unstructured.Unstructured{Object: map[string]interface{}{}}
	made.SetGroupVersionKind(kind)
	return made, nil
}
