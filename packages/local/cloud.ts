import { join } from 'node:path';
import { builtInModel } from '#infra/environments.ts';
import type { AssistantModel } from '#shared/assistant-model.ts';
import type { JudgeSettings } from '#shared/report/judge-settings.ts';
import { apiPaths } from './assembly/api-paths.ts';
import { type Assembly, loadAssembly } from './assembly/load-assembly.ts';
import { pageFiles } from './assembly/page-files.ts';
import { responseHeaders } from './assembly/response-headers.ts';
import { openInjectedFaults } from './aws/injected-faults.ts';
import { declareResources, openServices, type Services } from './aws/open-services.ts';
import type { LinkSpeed } from './aws/s3/link.ts';
import { openWire } from './aws/wire.ts';
import { connectAssistant } from './bootstrap/assistant.ts';
import { connectBilling } from './bootstrap/billing.ts';
import { breachedPasswords } from './breached-passwords/breached-passwords.ts';
import { cachedBuild } from './build/cached-build.ts';
import { originPlaceholder } from './build/origin-placeholder.ts';
import { assemblyStep, webStep } from './build/steps.ts';
import { type LocalClock, openClock } from './clock.ts';
import { openFirewall } from './firewall/firewall.ts';
import { readWebAcls } from './firewall/web-acls.ts';
import { functionEnvironment } from './functions/environment.ts';
import { startEventSources } from './functions/event-sources.ts';
import { startLogSubscriptions } from './functions/log-subscriptions.ts';
import { openFunctionLogs } from './functions/logs.ts';
import { type FunctionRuntime, openFunctionRuntime } from './functions/runtime.ts';
import { openApi } from './host/api.ts';
import { openAuthorizer } from './host/authorize.ts';
import { openDataFolder } from './host/data-folder.ts';
import { faultReporter } from './host/faults.ts';
import { type DemoAccount, openLocalAddresses } from './host/local-addresses.ts';
import { listen } from './host/server.ts';
import { openSite } from './host/site.ts';
import { openWebFiles } from './host/web-files.ts';
import { openAccess } from './iam/access.ts';
import { checkWiring } from './iam/check-wiring.ts';
import { type Credentials, openCredentials } from './iam/credentials.ts';
import { readInvokePermissions } from './iam/invoke-permissions.ts';
import { openPermissionRecord } from './iam/permission-record.ts';
import { readResourcePolicies } from './iam/resource-policies.ts';
import { readRoles } from './iam/roles.ts';
import { builtInEmbedder, embedderDimensions } from './openai/embeddings.ts';
import { openOpenAi } from './openai/openai.ts';
import { type LocalStripe, openStripe } from './stripe/stripe.ts';
import { openWatch } from './watch/watch.ts';

export interface CloudOptions {
  /** Port of the origin; 0 chooses a free one. */
  port?: number;
  /** Address to listen on. */
  host?: string;
  /** Absolute path of the data folder. */
  dataDir: string;
  /** Folder of cached builds; by default `build/` in the data folder. Tests share one. */
  buildDir?: string;
  /** A synthesized assembly to run instead of the product's. */
  assemblyDir?: string;
  /** A web build to serve instead of the product's. */
  webDir?: string;
  /** Key of the real Stripe. If absent, a local Stripe runs. */
  stripeSecretKey?: string;
  /** Key of a provider and its model. If absent, the built-in assistant answers. */
  openAi?: { apiKey: string; settings: AssistantModel };
  /** Key of the models that judge reports, and their settings. If absent, no model does. */
  reportJudge?: { apiKey: string; settings: JudgeSettings };
  /** An OpenSearch cluster, and from how many rows on indexes go there (Infinity: only if functions cannot hold them). */
  cluster?: { address: string; fromRows: string };
  /** Speed of the store's answers. If absent, they are as fast as the machine. */
  storeSpeed?: LinkSpeed;
  /** How long functions wait for an answer of AWS. If absent, as long as the template says. */
  callTimeoutMs?: number | undefined;
  /** Bytes of a dataset that one function reads of a large one. If absent, as many as in production. */
  planPartBytes?: number | undefined;
  /** How long threads of functions stay after a request. If absent, about as long as a person needs for the next one. */
  busyMs?: number | undefined;
  /** Folder for the record of what the functions were allowed and denied. If absent, none is kept. */
  permissionsDir?: string;
  /** Writes one line to the console. */
  report?(line: string): void;
}

/** A running local cloud. */
export interface Cloud {
  /** Address of the app and the API, for instance `http://localhost:3000`. */
  readonly origin: string;
  /** Address of the AWS endpoint, for instance `http://127.0.0.1:3000/_local/aws`. */
  readonly endpoint: string;
  readonly credentials: Credentials;
  readonly dataDir: string;
  readonly clock: LocalClock;
  readonly assembly: Assembly;
  readonly services: Services;
  readonly functions: FunctionRuntime;
  /** The local Stripe; absent if the real one is used. */
  readonly stripe?: LocalStripe;
  /** Answer of `GET /_local/demo`. */
  demo?: DemoAccount;
  /** Set while the first start fills the installation; `GET /_local/demo` waits for it. */
  filling?: Promise<void>;
  /** Stops cleanly. Even a killed cloud loses nothing that it has acknowledged. */
  close(): Promise<void>;
}

/** Path of the AWS endpoint on the origin. */
const awsPath = '/_local/aws';

/**
 * Runs the synthesized app on this machine: its services, functions, API and web app on one origin.
 * Throws `StartError` when the data folder or the port cannot be used.
 */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const { dataDir, buildDir = join(dataDir, 'build'), report = () => {} } = options;
  await using parts = new AsyncDisposableStack();
  const onFault = faultReporter(dataDir, report);

  const folder = await openDataFolder(dataDir);
  parts.defer(() => folder.release());
  const clock = await openClock(join(dataDir, 'clock'));
  const server = await listen(options.host ?? '127.0.0.1', options.port ?? 3000, clock, onFault);
  parts.defer(() => server.close());
  const origin = `http://localhost:${server.port}`;
  const endpoint = `http://127.0.0.1:${server.port}${awsPath}`;

  // Not awaited: the API starts without waiting for the build of the pages.
  const webDir = options.webDir ? Promise.resolve(options.webDir) : cachedBuild(webStep, buildDir);
  webDir.catch((error: Error) => report(`ERROR ${error.message}`));
  const assembly = await loadProductAssembly(options.assemblyDir, buildDir, { origin, endpoint });
  const { region, account, resources } = assembly;
  const functionNames = assembly.functions.map(({ name }) => name);
  const credentials = openCredentials(folder.secret, functionNames);
  const roleArns = new Map(assembly.functions.map(({ name, roleArn }) => [name, roleArn]));
  const roleOfFunction = (name: string) => roleArns.get(name);
  const record = options.permissionsDir ? openPermissionRecord(options.permissionsDir) : undefined;
  parts.defer(() => record?.close());
  const roles = readRoles(resources);
  const access = openAccess(roles, roleOfFunction, readResourcePolicies(resources), record);
  const mayInvoke = readInvokePermissions(resources);
  const webAcls = readWebAcls(resources);
  checkWiring({
    resources,
    eventSources: assembly.eventSources,
    failureQueues: assembly.failureQueues,
    access,
    mayInvoke,
    roleOfFunction,
  });

  const logs = openFunctionLogs(join(dataDir, 'logs'), report, onFault);
  parts.defer(() => logs.close());
  const faults = openInjectedFaults(clock.advance);
  const { secret } = folder;
  const stripe = options.stripeSecretKey
    ? undefined
    : openStripe({ dataDir, clock, origin, secret, meetFault: faults.meet, onFault });
  parts.defer(() => stripe?.close());
  const loopback = `http://127.0.0.1:${server.port}`;
  const stripeEndpoint = stripe && loopback;
  const openAi = options.openAi
    ? undefined
    : openOpenAi({ now: clock.now, secret, faultOf: faults.take, onFault });
  /** Addresses of stand-ins of Stripe and of models; empty for the real provider. */
  const variables: Record<string, string> = {
    STRIPE_ENDPOINT: stripeEndpoint ?? '',
    ASSISTANT_MODEL: JSON.stringify(
      options.openAi?.settings ?? {
        model: builtInModel,
        endpoint: `${loopback}${openAi!.basePath}`,
        supportModel: 'none',
      },
    ),
  };
  if (openAi) {
    variables.EMBEDDER = JSON.stringify({
      endpoint: `${loopback}${openAi.basePath}`,
      model: builtInEmbedder,
      dimensions: embedderDimensions,
      usdPerMillionTokens: 0,
    });
  }
  if (options.cluster) {
    variables.CLUSTER_URL = options.cluster.address;
    variables.CLUSTER_FROM_ROWS = options.cluster.fromRows;
  }
  if (options.reportJudge) variables.REPORT_JUDGE = JSON.stringify(options.reportJudge.settings);
  if (options.callTimeoutMs) variables.CALL_TIMEOUT_MS = String(options.callTimeoutMs);
  // As an operator's settings would, where a template declares them.
  for (const { environment } of assembly.functions) {
    for (const [name, value] of Object.entries(variables)) {
      if (name in environment) environment[name] = value;
    }
  }
  const watch = openWatch(resources, clock.now);
  const functions = openFunctionRuntime({
    functions: assembly.functions,
    environmentOf: (definition) => ({
      ...functionEnvironment(definition, credentials.forFunction(definition.name), {
        region,
        endpoint,
      }),
      // No template has it.
      ...(options.planPartBytes && { PLAN_PART_BYTES: String(options.planPartBytes) }),
    }),
    clock: clock.shared,
    busyMs: options.busyMs,
    logs,
    onEnd: watch.invoked,
    faultOf: (name) => faults.takeQuietly('lambda:Run', name),
  });
  const services = await openServices({
    dataDir,
    clock,
    region,
    account,
    credentials,
    access,
    roles,
    functions: assembly.functions,
    storeSpeed: options.storeSpeed,
    invoke: (arn, payload) =>
      functions.invoke(arn.replace(/^.*:function:([\w-]+).*$/, '$1'), payload),
    renew: functions.renew,
    failureQueues: assembly.failureQueues,
    onExecutionEnd: watch.executionEnded,
    onFault,
  });
  parts.defer(async () => {
    await Promise.all(services.all.map((service) => service.close()));
  });
  parts.defer(() => functions.close());
  // Before the functions stop: otherwise these services would take the interruption for a failure.
  parts.defer(() => {
    services.stepFunctions.suspend();
    services.scheduler.suspend();
  });
  await declareResources(resources, services.all);

  const { cognito, ses } = services;
  const keysOf = (issuer: string) => cognito.jwks(issuer.replace(/^.*\//, ''));
  const api = openApi({
    routes: assembly.routes,
    region,
    accountId: account,
    clock,
    authorize: openAuthorizer(keysOf, clock),
    invoke: functions.invoke,
    mayInvoke,
    onAnswer: watch.answered,
    onFault,
  });
  const cloud: Cloud = {
    origin,
    endpoint,
    credentials: credentials.host,
    dataDir,
    clock,
    assembly,
    services,
    functions,
    stripe,
    close: async () => {},
  };
  const started = Promise.withResolvers<void>();
  server.serve(
    openSite({
      basePath: awsPath,
      wire: openWire({
        basePath: awsPath,
        services: services.all,
        credentials,
        access,
        clock,
        faults,
        endFunction: functions.crash,
        userPoolFirewall: openFirewall(webAcls.userPool, clock),
        onFault,
      }),
      poolKeys: (poolId) => cognito.jwks(poolId).catch(() => undefined),
      localAddresses: openLocalAddresses({
        clock,
        messages: ses.messages,
        faults,
        running: functions.running,
        alarms: () => watch.alarms(services),
        putMetric: watch.record,
        putCustomerRole: services.customers.put,
        async demo() {
          await started.promise;
          await cloud.filling;
          return cloud.demo;
        },
      }),
      providers: [stripe, openAi, breachedPasswords].filter((provider) => provider !== undefined),
      api,
      isApi: apiPaths(resources),
      web: openWebFiles(webDir, pageFiles(resources), origin),
      headers: responseHeaders(resources),
      firewall: openFirewall(webAcls.distribution, clock),
    }),
  );
  startEventSources(assembly.eventSources, services.sqs, functions, faults);
  watch.follow(logs);
  startLogSubscriptions(assembly.logSubscriptions, logs, functions, services.giveUp);
  parts.defer(() => services.sqs.suspend());
  services.stepFunctions.resume();
  services.scheduler.resume();
  stripe?.resume();
  connectAssistant(services.ssm, {
    apiKey: openAi?.apiKey ?? options.openAi!.apiKey,
    reportsApiKey: options.reportJudge?.apiKey ?? '',
    embedderApiKey: openAi?.apiKey ?? '',
  });
  // Apps of tests may sell nothing.
  if (assembly.functions.some(({ environment }) => environment.SECRET_STRIPE)) {
    await connectBilling({
      secretKey: stripe?.secretKey ?? options.stripeSecretKey!,
      endpoint: stripeEndpoint,
      origin,
      dataDir,
      parameters: services.ssm,
    });
  }
  // The API closes early, because running requests may still need all other parts.
  parts.defer(() => api.close());
  // Before the API, because its events are requests to the API.
  parts.defer(() => stripe?.suspend());
  const running = parts.move();
  // By then the caller has the cloud, and has begun to fill it if this is the first start.
  setImmediate(started.resolve);
  return Object.assign(cloud, { close: () => running.disposeAsync() });
}

async function loadProductAssembly(
  assemblyDir: string | undefined,
  buildDir: string,
  addresses: { origin: string; endpoint: string },
): Promise<Assembly> {
  const directory = assemblyDir ?? join(await cachedBuild(assemblyStep, buildDir), 'cdk.out');
  return loadAssembly(directory, addresses, originPlaceholder);
}
