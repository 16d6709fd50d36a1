// Command shown-templates prints what the server says of changed Pod templates of Jobs: for each case of a file a list
// of `FIELD: MESSAGE`, of the template alone. The addresses that Go prints for pointers are made equal.
//
//	go run . CASES.json; tools/types/shown-templates.ts does it
package main

import (
	"context"
	"encoding/json"
	"os"
	"regexp"
	"strings"

	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/batch"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	"k8s.io/kubernetes/pkg/registry/batch/job"
)

type fields = map[string]any

type file struct {
	Job      fields `json:"job"`
	Template fields `json:"template"`
	Cases    []struct {
		Spec     fields `json:"spec"`
		Template fields `json:"template"`
	} `json:"cases"`
}

var address = regexp.MustCompile(`\(0x[0-9a-f]{6,}\)`)

// decoded is a Job of a case as the server decodes it, defaults included.
func decoded(from fields, spec fields, template fields) *batch.Job {
	made := fields{"spec": fields{"template": template}}
	for _, part := range []fields{from["spec"].(fields), spec} {
		for name, value := range part {
			made["spec"].(fields)[name] = value
		}
	}
	for name, value := range from {
		if name != "spec" {
			made[name] = value
		}
	}
	text, err := json.Marshal(made)
	if err != nil {
		panic(err)
	}
	object, _, err := legacyscheme.Codecs.UniversalDecoder(batch.SchemeGroupVersion).Decode(text, nil, nil)
	if err != nil {
		panic(err)
	}
	return object.(*batch.Job)
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	var cases file
	if err := json.Unmarshal(text, &cases); err != nil {
		panic(err)
	}
	answers := [][]string{}
	for _, each := range cases.Cases {
		old := decoded(cases.Job, each.Spec, cases.Template)
		changed := decoded(cases.Job, each.Spec, each.Template)
		job.Strategy.PrepareForUpdate(context.Background(), changed, old)
		answer := []string{}
		for _, complaint := range job.Strategy.ValidateUpdate(context.Background(), changed, old) {
			if strings.HasPrefix(complaint.Field, "spec.template") && complaint.Detail == "field is immutable" {
				answer = append(answer, complaint.Field, address.ReplaceAllString(complaint.ErrorBody(), "(0x)"))
			}
		}
		answers = append(answers, answer)
	}
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	if err := out.Encode(answers); err != nil {
		panic(err)
	}
}
