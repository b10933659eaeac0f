import os

import httpx
import models

request = models.QueryIndexRequest(
    request={
        "conceptFeaturesString": "a hive for honey bees",
        "filters": [{"not": {"column": "kind_code", "operator": "=", "value": "none"}}],
    }
)
answer = httpx.post(
    os.environ["ANTECEDE_URL"] + "/api/v1/indexes/us_patents/query",
    headers={
        "x-api-key": os.environ["ANTECEDE_API_KEY"],
        "content-type": "application/json",
    },
    content=request.model_dump_json(by_alias=True, exclude_none=True),
)
answer.raise_for_status()
found = models.QueryIndexResponse.model_validate_json(answer.content)
print(len(found.foundItems))
