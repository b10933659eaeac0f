import os

from client import AuthenticatedClient
from client.api.search import query_index
from client.models import Filter, FilterOperator, NoCondition, QueryIndexBody, QueryIndexBodyRequest

api = AuthenticatedClient(
    os.environ["ANTECEDE_URL"],
    token=os.environ["ANTECEDE_API_KEY"],
    auth_header_name="x-api-key",
    prefix="",
)
request = QueryIndexBodyRequest(
    concept_features_string="a hive for honey bees",
    filters=[NoCondition(Filter(column="kind_code", operator=FilterOperator.VALUE_0, value="none"))],
)
answer = query_index.sync("us_patents", client=api, body=QueryIndexBody(request))
assert isinstance(answer.found_items[0].concept_score, float)
print(len(answer.found_items))
