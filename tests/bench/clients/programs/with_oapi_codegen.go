package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
)

func main() {
	key := func(ctx context.Context, request *http.Request) error {
		request.Header.Set("x-api-key", os.Getenv("ANTECEDE_API_KEY"))
		return nil
	}
	client, err := NewClientWithResponses(os.Getenv("ANTECEDE_URL"), WithRequestEditorFn(key))
	if err != nil {
		panic(err)
	}
	text := "a hive for honey bees"
	body := QueryIndexJSONRequestBody{}
	body.Request.ConceptFeaturesString = &text
	answer, err := client.QueryIndexWithResponse(context.Background(), "us_patents", body)
	if err != nil {
		panic(err)
	}
	if answer.JSON200 == nil {
		panic(string(answer.Body))
	}
	fmt.Println(len(answer.JSON200.FoundItems))
}
