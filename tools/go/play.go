package main

import (
	"encoding/json"
	"errors"
	"fmt"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// A sequence is played from an absent object on; each step sees what the steps before it left.
type sequence struct {
	// OpenAPI v3 component schemas by name; those with x-kubernetes-group-version-kind are kinds.
	Definitions json.RawMessage `json:"definitions"`
	// The version that objects are stored in, such as example.com/v1.
	Storage string `json:"storage"`
	Steps   []step `json:"steps"`
}

// A step applies a configuration, writes an object, says what the object is from here on (live), or replaces the
// definitions.
type step struct {
	Operation   string          `json:"operation"`
	Manager     string          `json:"manager,omitempty"`
	Force       bool            `json:"force,omitempty"`
	Object      json.RawMessage `json:"object,omitempty"`
	Definitions json.RawMessage `json:"definitions,omitempty"`
	// Through which the object is written; empty or status.
	Subresource string `json:"subresource,omitempty"`
}

// An outcome is the object with its managedFields, or the error that left it as it was.
type outcome struct {
	Object    json.RawMessage `json:"object,omitempty"`
	Error     string          `json:"error,omitempty"`
	Conflicts []conflict      `json:"conflicts,omitempty"`
}

type conflict struct {
	Message string `json:"message"`
	Field   string `json:"field"`
}

func (s *sequence) run() ([]outcome, error) {
	kinds, err := newKinds(s.Definitions, s.Storage)
	if err != nil {
		return nil, err
	}
	outcomes := make([]outcome, 0, len(s.Steps))
	var live *unstructured.Unstructured
	for i, step := range s.Steps {
		if step.Operation == "schema" {
			if kinds, err = newKinds(step.Definitions, s.Storage); err != nil {
				return nil, fmt.Errorf("step %d: %w", i, err)
			}
			outcomes = append(outcomes, outcome{})
			continue
		}
		object, err := parse(step.Object)
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", i, err)
		}
		if step.Operation == "live" {
			live = object
			outcomes = append(outcomes, outcome{})
			continue
		}
		next, err := kinds.write(step, live, object)
		if err != nil {
			outcomes = append(outcomes, failure(err))
			continue
		}
		if next != nil {
			live = next
		}
		text, err := json.Marshal(live.Object)
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", i, err)
		}
		outcomes = append(outcomes, outcome{Object: text})
	}
	return outcomes, nil
}

// write returns the object as it is stored afterwards, or nil where the request changes nothing.
func (k *kinds) write(step step, live, object *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	fieldManager, err := k.manager(object, step.Subresource)
	if err != nil {
		return nil, err
	}
	before := k.empty(object)
	if live != nil {
		before = live.DeepCopy()
		before.SetAPIVersion(object.GetAPIVersion())
	}
	switch step.Operation {
	case "apply":
		after, err := fieldManager.Apply(before, object, step.Manager, step.Force)
		return k.stored(after, err)
	case "update":
		return k.stored(fieldManager.UpdateNoErrors(before, object, step.Manager), nil)
	default:
		return nil, fmt.Errorf("unknown operation %q", step.Operation)
	}
}

func failure(err error) outcome {
	result := outcome{Error: err.Error()}
	var status apierrors.APIStatus
	if errors.As(err, &status) && status.Status().Details != nil {
		for _, cause := range status.Status().Details.Causes {
			result.Conflicts = append(result.Conflicts, conflict{Message: cause.Message, Field: cause.Field})
		}
	}
	return result
}

func parse(text json.RawMessage) (*unstructured.Unstructured, error) {
	object := &unstructured.Unstructured{}
	if err := object.UnmarshalJSON(text); err != nil {
		return nil, err
	}
	return object, nil
}
