// Command policies writes what the controller of ValidatingAdmissionPolicies says of the types in their expressions, and what
// selectors of devices are estimated to cost, with upstream's own libraries.
//
// It reads a file of cases from standard input and writes the same file with new answers to standard output. Schemas and
// resources are those of a server that runs, to which `definitions` of the file (CustomResourceDefinitions) are posted before:
//
//	go run . https://127.0.0.1:16443 < FILE > NEW
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	admissionv1 "k8s.io/api/admissionregistration/v1"
	apiextensionsscheme "k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset/scheme"
	"k8s.io/apiserver/pkg/admission/plugin/policy/validating"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/openapi/resolver"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	k8sscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
	devices "k8s.io/dynamic-resource-allocation/cel"
	"k8s.io/kubernetes/pkg/generated/openapi"
)

type file struct {
	Definitions []json.RawMessage `json:"definitions,omitempty"`
	Policies    []policyCase      `json:"policies,omitempty"`
	Selectors   []selectorCase    `json:"selectors,omitempty"`
}

type policyCase struct {
	About    string      `json:"about"`
	Spec     any         `json:"spec"`
	Warnings [][2]string `json:"warnings"`
}

type selectorCase struct {
	Expression string `json:"expression"`
	// The largest cost that it may have, a text since it may have 20 digits; or the error.
	Cost  string `json:"cost,omitempty"`
	Error string `json:"error,omitempty"`
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// The names of types end with the nanoseconds of the moment in which they were made.
var moment = regexp.MustCompile(`\b([A-Z][A-Za-z]*[A-Za-z])\d{3,9}\b`)

func main() {
	text, err := io.ReadAll(os.Stdin)
	check(err)
	var cases file
	check(json.Unmarshal(text, &cases))
	if len(cases.Policies) > 0 {
		checkPolicies(&cases)
	}
	compiler := devices.GetCompiler(devices.Features{EnableConsumableCapacity: true})
	stored := environment.StoredExpressions
	for i := range cases.Selectors {
		each := &cases.Selectors[i]
		each.Cost, each.Error = "", ""
		result := compiler.CompileCELExpression(each.Expression, devices.Options{EnvType: &stored})
		if result.Error != nil {
			each.Error = result.Error.Error()
		} else {
			each.Cost = strconv.FormatUint(result.MaxCost, 10)
		}
	}
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	check(encoder.Encode(cases))
	fmt.Print(out.String())
}

func checkPolicies(cases *file) {
	config := &rest.Config{Host: os.Args[1], BearerToken: "admin", TLSClientConfig: rest.TLSClientConfig{Insecure: true}}
	client := discovery.NewDiscoveryClientForConfigOrDie(config)
	for _, definition := range cases.Definitions {
		path := "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
		err := client.RESTClient().Post().AbsPath(path).SetHeader("Content-Type", "application/json").Body([]byte(definition)).Do(context.Background()).Error()
		if err != nil && !strings.Contains(err.Error(), "already exists") {
			check(err)
		}
	}
	if len(cases.Definitions) > 0 {
		time.Sleep(5 * time.Second)
	}
	checker := &validating.TypeChecker{
		SchemaResolver: resolver.NewDefinitionsSchemaResolver(openapi.GetOpenAPIDefinitions, k8sscheme.Scheme, apiextensionsscheme.Scheme).
			Combine(&resolver.ClientDiscoveryResolver{Discovery: client}),
		RestMapper: restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(client)),
	}
	for i := range cases.Policies {
		each := &cases.Policies[i]
		text, err := json.Marshal(each.Spec)
		check(err)
		policy := &admissionv1.ValidatingAdmissionPolicy{}
		check(json.Unmarshal(text, &policy.Spec))
		each.Warnings = [][2]string{}
		for _, warning := range checker.Check(policy) {
			words := moment.ReplaceAllString(warning.Warning, "${1}0")
			each.Warnings = append(each.Warnings, [2]string{warning.FieldRef, words})
		}
	}
}
