import {
  GetFunctionConfigurationCommand,
  InvokeCommand,
  LambdaClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { DescribeExecutionCommand, SFNClient } from '@aws-sdk/client-sfn';
import type { EnvironmentName } from '#infra/environments.ts';
import { localOperatorOfShell } from '#local/operator.ts';
import { envName } from '#shared/resources.ts';

/** AWS clients and resource names of an environment. */
export interface Installation {
  readonly environment: EnvironmentName;
  readonly s3: S3Client;
  readonly lambda: LambdaClient;
  readonly stepFunctions: SFNClient;
  readonly datasetsBucket: string;
  readonly indexBuildArn: string;
}

/** The function that starts a catalogue's build. Everything else about an environment is read from its configuration. */
const functionName = (environment: string) => `antecede-${environment}-load-catalog`;

/**
 * Connects to an environment with the ambient AWS credentials and region, or to the local stack.
 * @throws Error saying what is missing
 */
export async function openInstallation(environment: EnvironmentName): Promise<Installation> {
  const settings = environment === 'local' ? localOperatorOfShell() : {};
  const lambda = new LambdaClient(settings);
  const name = functionName(environment);
  try {
    const { Environment } = await lambda.send(
      new GetFunctionConfigurationCommand({ FunctionName: name }),
    );
    const variable = (key: string) => {
      const value = Environment?.Variables?.[key];
      if (value) return value;
      throw new Error(`The function ${name} has no ${key}: deploy this version first.`);
    };
    return {
      environment,
      lambda,
      s3: new S3Client({ ...settings, forcePathStyle: environment === 'local' }),
      stepFunctions: new SFNClient(settings),
      datasetsBucket: variable(envName('bucket', 'Datasets')),
      indexBuildArn: variable(envName('stateMachine', 'IndexBuild')),
    };
  } catch (error) {
    throw explained(error as Error, environment);
  }
}

function explained(error: Error, environment: string): Error {
  if (environment === 'local' && (error as NodeJS.ErrnoException).code === 'ECONNREFUSED') {
    return new Error(
      'The local stack does not answer: start it with npm start. PORT and LOCAL_DATA_DIR must be the same here.',
      { cause: error },
    );
  }
  if (error instanceof ResourceNotFoundException) {
    return new Error(
      `There is no environment ${environment} in this account and region (no function ${functionName(environment)}). Deploy it, or set AWS_PROFILE and AWS_REGION.`,
      { cause: error },
    );
  }
  if (error.message === 'Region is missing' || error.name === 'CredentialsProviderError') {
    return new Error(`${error.message}: set AWS_PROFILE and AWS_REGION for ${environment}.`, {
      cause: error,
    });
  }
  return error;
}

/** A build that was started, and the version of the patent documents that it replaces. */
interface StartedBuild {
  buildId: string;
  replacedDocuments?: string;
}

/** Documents that were loaded with a dataset. */
export interface LoadedDocuments {
  readonly version: string;
  /** Version that served when the load began, null for none; undefined if it does not matter what serves. */
  readonly replaces?: string | null;
}

/** Starts the build of a catalogue from its dataset. */
export async function startBuild(
  installation: Installation,
  catalog: string,
  documents?: LoadedDocuments,
): Promise<StartedBuild> {
  try {
    const { build_id, replaced_documents } = await invokeLoad(installation, {
      index_id: catalog,
      documents_version: documents?.version,
      replaces: documents?.replaces,
    });
    return { buildId: build_id!, replacedDocuments: replaced_documents };
  } catch (error) {
    const again = documents
      ? 'Run the same command again.'
      : `Try again: npm run catalog -- build ${catalog} --env ${installation.environment}`;
    throw new Error(`The build could not be started: ${(error as Error).message} ${again}`, {
      cause: error,
    });
  }
}

interface LoadAnswer {
  documents_version?: string;
  is_being_replaced?: boolean;
  build_id?: string;
  replaced_documents?: string;
}

/** Calls the function of an environment that loads catalogues. @throws Error with what it answers */
async function invokeLoad(
  { lambda, environment }: Installation,
  request: object,
): Promise<LoadAnswer> {
  const { FunctionError, Payload } = await lambda.send(
    new InvokeCommand({
      FunctionName: functionName(environment),
      Payload: JSON.stringify(request),
    }),
  );
  const answer = JSON.parse(Payload?.transformToString() || '{}');
  if (FunctionError) throw new Error(answer.errorMessage ?? FunctionError);
  return answer;
}

/** The version of the documents that serves; undefined where none was loaded. */
export const servedVersion = async (installation: Installation, catalog: string) =>
  (await servedDocuments(installation, catalog)).documents_version;

/** The same, and whether a full load is about to replace it. */
export const servedDocuments = (
  installation: Installation,
  catalog: string,
): Promise<Pick<LoadAnswer, 'documents_version' | 'is_being_replaced'>> =>
  invokeLoad(installation, { index_id: catalog, asks: 'documents_version' });

/** Serves a delivery in place of the version that it follows. May be called again. */
export const serveDelivery = (
  installation: Installation,
  catalog: string,
  serve: { documents_version: string; replaces: string },
) => invokeLoad(installation, { index_id: catalog, serve });

/** Status of a build's execution, which is named after the build. */
export async function buildStatus(
  { stepFunctions, indexBuildArn }: Installation,
  buildId: string,
): Promise<string> {
  const executionArn = `${indexBuildArn.replace(':stateMachine:', ':execution:')}:${buildId}`;
  const { status } = await stepFunctions.send(new DescribeExecutionCommand({ executionArn }));
  return status!;
}
