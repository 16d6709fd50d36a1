package main

import (
	"encoding/json"
	"time"
)

// A timing repeats one operation on copies of the same parsed objects.
type timing struct {
	Definitions json.RawMessage `json:"definitions"`
	Storage     string          `json:"storage"`
	// The live object with its managedFields; absent where the operation creates.
	Live   json.RawMessage `json:"live,omitempty"`
	Step   step            `json:"step"`
	Rounds int             `json:"rounds"`
}

// run returns the nanoseconds of one operation, from parsed objects to the result with its managedFields encoded.
// Copies are made outside of the clock, because upstream writes into what it is given.
func (t *timing) run() (float64, error) {
	kinds, err := newKinds(t.Definitions, t.Storage)
	if err != nil {
		return 0, err
	}
	object, err := parse(t.Step.Object)
	if err != nil {
		return 0, err
	}
	fieldManager, err := kinds.manager(object, "")
	if err != nil {
		return 0, err
	}
	live := kinds.empty(object)
	if t.Live != nil {
		if live, err = parse(t.Live); err != nil {
			return 0, err
		}
	}
	var total time.Duration
	for round := 0; round < t.Rounds; round++ {
		before, next := live.DeepCopy(), object.DeepCopy()
		started := time.Now()
		if t.Step.Operation == "apply" {
			_, err = fieldManager.Apply(before, next, t.Step.Manager, t.Step.Force)
		} else {
			_, err = fieldManager.Update(before, next, t.Step.Manager)
		}
		total += time.Since(started)
		if err != nil {
			return 0, err
		}
	}
	return float64(total.Nanoseconds()) / float64(t.Rounds), nil
}
