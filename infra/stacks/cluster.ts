import { type App, RemovalPolicy } from 'aws-cdk-lib';
import {
  AnyPrincipal,
  Effect,
  PolicyDocument,
  PolicyStatement,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnDomain } from 'aws-cdk-lib/aws-opensearchservice';
import { type ClusterSize, managedFrom, managers, zones } from '#infra/cluster-size.ts';
import { acknowledge } from '#infra/constructs/acknowledge.ts';
import { EnvironmentStack, physicalName } from '#infra/constructs/environment-stack.ts';
import type { Environment } from '#infra/environments.ts';
import type { ClusterAddress } from '#infra/platform.ts';
import { limits } from '#shared/limits.ts';

/** The newest version of the service that our tests ran on. */
const engineVersion = 'OpenSearch_3.5';

const logTypes = ['ES_APPLICATION_LOGS', 'SEARCH_SLOW_LOGS', 'INDEX_SLOW_LOGS'];

/** Name of the domain, also in its metrics. */
export const domainNameOf = (environment: Environment) => physicalName(environment, 'cluster');

/**
 * The OpenSearch domain for indexes that functions cannot hold. Functions get their rights by their own roles: see
 * `clusterPart` in policy.ts.
 */
export class ClusterStack extends EnvironmentStack {
  readonly cluster: ClusterAddress;

  constructor(app: App, environment: Environment, size: ClusterSize) {
    super(app, 'Cluster', environment, 'The OpenSearch domain for large indexes');
    const domainName = domainNameOf(environment);
    const hasManagers = size.nodes >= managedFrom;
    const logGroup = this.createLog(domainName);
    const domain = new CfnDomain(this, 'Domain', {
      domainName,
      engineVersion,
      clusterConfig: {
        instanceType: `${size.instance}.search`,
        instanceCount: size.nodes,
        zoneAwarenessEnabled: true,
        zoneAwarenessConfig: { availabilityZoneCount: zones },
        // With standby, an index could not be loaded without copies.
        multiAzWithStandbyEnabled: false,
        dedicatedMasterEnabled: hasManagers,
        dedicatedMasterType: hasManagers ? `${managers.instance}.search` : undefined,
        dedicatedMasterCount: hasManagers ? managers.count : undefined,
      },
      ebsOptions: { ebsEnabled: true, volumeType: 'gp3', volumeSize: size.diskGb },
      encryptionAtRestOptions: { enabled: true },
      nodeToNodeEncryptionOptions: { enabled: true },
      domainEndpointOptions: {
        enforceHttps: true,
        tlsSecurityPolicy: 'Policy-Min-TLS-1-2-PFS-2023-10',
      },
      accessPolicies: this.onlyOwnAccount(domainName),
      logPublishingOptions: logOptions(logGroup),
      softwareUpdateOptions: { autoSoftwareUpdateEnabled: true },
    });
    // The service checks at once whether it may write the log.
    domain.node.addDependency(logGroup);
    // Otherwise another version would be a new, empty domain.
    domain.cfnOptions.updatePolicy = { enableVersionUpgrade: true };
    domain.applyRemovalPolicy(environment.keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY);
    acknowledge(domain, {
      'AwsSolutions-OS1':
        'Functions run outside of a VPC. They reach the domain over TLS with signed requests, like all other services.',
    });
    if (!hasManagers) {
      acknowledge(domain, {
        'AwsSolutions-OS4':
          'Three nodes in three zones manage the cluster beside their work; more nodes get managers of their own.',
      });
    }
    this.cluster = {
      address: `https://${domain.attrDomainEndpoint}`,
      arn: domain.attrArn,
      owner: domain,
    };
  }

  /** Allows nothing by itself: callers also need a right of their own, and requests without a signature have none. */
  private onlyOwnAccount(domainName: string): PolicyDocument {
    return new PolicyDocument({
      statements: [
        new PolicyStatement({
          effect: Effect.DENY,
          principals: [new AnyPrincipal()],
          actions: ['es:ESHttp*'],
          resources: [
            this.formatArn({ service: 'es', resource: 'domain', resourceName: `${domainName}/*` }),
          ],
          conditions: { StringNotEquals: { 'aws:PrincipalAccount': this.account } },
        }),
      ],
    });
  }

  /**
   * The log of the domain. Slow searches and loads are in it once somebody sets a threshold on an index; they contain
   * words of queries.
   */
  private createLog(domainName: string): LogGroup {
    const { settings } = this;
    const logGroup = new LogGroup(this, 'Logs', {
      logGroupName: `/antecede/${settings.name}/cluster`,
      retention: Math.min(settings.logRetentionDays, limits.searchLogDays),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    logGroup.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('es.amazonaws.com')],
        actions: ['logs:PutLogEvents', 'logs:CreateLogStream'],
        resources: [logGroup.logGroupArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': this.account },
          ArnLike: {
            'aws:SourceArn': this.formatArn({
              service: 'es',
              resource: 'domain',
              resourceName: domainName,
            }),
          },
        },
      }),
    );
    return logGroup;
  }
}

function logOptions({ logGroupArn }: LogGroup) {
  const option = { enabled: true, cloudWatchLogsLogGroupArn: logGroupArn };
  return Object.fromEntries(logTypes.map((type) => [type, option]));
}
