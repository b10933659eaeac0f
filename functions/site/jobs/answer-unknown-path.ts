import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { answerUnmatched, knownPath } from '#core/request/unmatched.ts';
import { contract } from '#shared/contract/contract.ts';

const paths = Object.values(contract).map(knownPath);

/** Answers requests to the API that no route takes. */
export const handler = async (
  event: Pick<APIGatewayProxyEventV2, 'rawPath' | 'headers' | 'requestContext'>,
): Promise<APIGatewayProxyStructuredResultV2> => answerUnmatched(paths, event);
