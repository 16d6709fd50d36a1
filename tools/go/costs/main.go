// Command costs writes what expressions of custom resources and of admission policies are estimated to cost, what they do
// cost and the error that they end in, with upstream's own libraries.
//
// It reads a file of cases (packages/api-server/src/customresource/expressions/cases/costs.json) from standard input and
// writes the same file with new answers to standard output:
//
//	go run . < FILE > NEW
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/google/cel-go/cel"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	rules "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	gojson "k8s.io/apimachinery/pkg/util/json"
	policies "k8s.io/apiserver/pkg/admission/plugin/cel"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

// A group of cases about one object: rules about its schema, or, where there is none, expressions of a policy.
type group struct {
	About  string          `json:"about"`
	Schema json.RawMessage `json:"schema,omitempty"`
	Object json.RawMessage `json:"object"`
	Cases  []testCase      `json:"cases"`
}

type testCase struct {
	Expression string `json:"expression"`
	// The error of the compiler.
	Refusal string `json:"refusal,omitempty"`
	// The largest cost that the checker expects, of a rule only; a text, since it may have 20 digits.
	Estimated string `json:"estimated,omitempty"`
	// What it cost.
	Actual *uint64 `json:"actual,omitempty"`
	// The error of the evaluation.
	Failure string `json:"failure,omitempty"`
}

func main() {
	text, err := io.ReadAll(os.Stdin)
	var groups []group
	if err == nil {
		err = json.Unmarshal(text, &groups)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var out strings.Builder
	out.WriteString("[\n")
	for i, each := range groups {
		fmt.Fprintf(&out, "  {\n    \"about\": %s,\n", printed(each.About))
		if each.Schema != nil {
			fmt.Fprintf(&out, "    \"schema\": %s,\n", printed(each.Schema))
		}
		fmt.Fprintf(&out, "    \"object\": %s,\n    \"cases\": [\n", printed(each.Object))
		for j, one := range each.Cases {
			fmt.Fprintf(&out, "      %s%s\n", printed(each.ask(one.Expression)), comma(j, len(each.Cases)))
		}
		fmt.Fprintf(&out, "    ]\n  }%s\n", comma(i, len(groups)))
	}
	fmt.Print(out.String() + "]\n")
}

func comma(index, length int) string {
	if index == length-1 {
		return ""
	}
	return ","
}

func printed(value any) string {
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err)
	}
	return strings.TrimSpace(out.String())
}

func (g group) ask(expression string) (result testCase) {
	defer func() {
		if cause := recover(); cause != nil {
			result = testCase{Expression: expression, Refusal: fmt.Sprintf("panic: %v", cause)}
		}
	}()
	var object any
	err := gojson.Unmarshal(g.Object, &object)
	if err == nil && g.Schema == nil {
		result, err = askPolicy(expression, object)
	} else if err == nil {
		result, err = askRule(g.Schema, expression, object)
	}
	if err != nil {
		result.Refusal = err.Error()
	}
	result.Expression = expression
	return result
}

func environments() *environment.EnvSet {
	return environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion())
}

func askRule(text json.RawMessage, expression string, object any) (result testCase, err error) {
	var given apiextensionsv1.JSONSchemaProps
	if err = json.Unmarshal(text, &given); err != nil {
		return result, err
	}
	given.XValidations = apiextensionsv1.ValidationRules{{Rule: expression}}
	var internal apiextensions.JSONSchemaProps
	if err = apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&given, &internal, nil); err != nil {
		return result, err
	}
	structural, err := schema.NewStructural(&internal)
	if err != nil {
		return result, err
	}
	// Lists, maps and texts are within an object.
	isResource := structural.Type == "object" && structural.AdditionalProperties == nil
	compiled, err := rules.Compile(structural, model.SchemaDeclType(structural, isResource), celconfig.PerCallLimit,
		environments(), rules.StoredExpressionsEnvLoader())
	if err != nil {
		return result, err
	}
	if compiled[0].Error != nil {
		return result, compiled[0].Error
	}
	if isResource {
		structural = model.WithTypeAndObjectMeta(structural)
	}
	result = run(compiled[0].Program, map[string]any{"self": rules.UnstructuredToVal(object, structural)})
	result.Estimated = strconv.FormatUint(compiled[0].MaxCost, 10)
	return result, nil
}

type anything string

func (a anything) GetExpression() string    { return string(a) }
func (a anything) ReturnTypes() []*cel.Type { return []*cel.Type{cel.AnyType} }

func askPolicy(expression string, object any) (result testCase, err error) {
	options := policies.OptionalVariableDeclarations{HasPatchTypes: true}
	compiled := policies.NewCompiler(environments()).CompileCELExpression(anything(expression), options, environment.StoredExpressions)
	if compiled.Error != nil {
		return result, compiled.Error
	}
	return run(compiled.Program, map[string]any{"object": object, "oldObject": nil}), nil
}

func run(program cel.Program, variables map[string]any) (result testCase) {
	_, details, err := program.Eval(variables)
	if err != nil {
		result.Failure = err.Error()
	}
	if details != nil {
		result.Actual = details.ActualCost()
	}
	return result
}
