// Command conformance answers, with upstream's own libraries, what the engine answers in TypeScript.
//
// It reads one JSON request a line from standard input and writes one JSON answer a line to standard output, until
// the input ends. Only pnpm fuzz and pnpm bench run it.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

// A request names definitions for later, is a sequence to play, questions to the libraries, or an operation to time.
type request struct {
	Ask  []question `json:"ask,omitempty"`
	Load *library   `json:"load,omitempty"`
	Play *sequence  `json:"play,omitempty"`
	Time *timing    `json:"time,omitempty"`
}

type answer struct {
	Steps []outcome `json:"steps,omitempty"`
	// What each question came to.
	Answers     [][]string `json:"answers,omitempty"`
	Nanoseconds float64    `json:"nanoseconds,omitempty"`
	Error       string     `json:"error,omitempty"`
}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	defer out.Flush()
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 1 {
			writeLine(out, respond(line))
		}
		if err != nil {
			return
		}
	}
}

func respond(line []byte) (result answer) {
	defer func() {
		if cause := recover(); cause != nil {
			result = answer{Error: fmt.Sprintf("panic: %v", cause)}
		}
	}()
	var asked request
	if err := json.Unmarshal(line, &asked); err != nil {
		return answer{Error: err.Error()}
	}
	switch {
	case asked.Load != nil:
		return answer{Error: words(asked.Load.keep())}
	case asked.Play != nil:
		steps, err := asked.Play.run()
		return answer{Steps: steps, Error: words(err)}
	case asked.Ask != nil:
		answers := make([][]string, len(asked.Ask))
		for i := range asked.Ask {
			answers[i] = asked.Ask[i].ask()
		}
		return answer{Answers: answers}
	case asked.Time != nil:
		nanoseconds, err := asked.Time.run()
		return answer{Nanoseconds: nanoseconds, Error: words(err)}
	default:
		return answer{Error: "neither load, nor play, nor ask, nor time"}
	}
}

func words(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func writeLine(out *bufio.Writer, value answer) {
	text, err := json.Marshal(value)
	if err != nil {
		text, _ = json.Marshal(answer{Error: err.Error()})
	}
	out.Write(text)
	out.WriteByte('\n')
	out.Flush()
}
