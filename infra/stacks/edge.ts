import { type App, CfnOutput } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Api } from '#infra/constructs/api-endpoint.ts';
import { createBucket } from '#infra/constructs/bucket.ts';
import { EnvironmentStack } from '#infra/constructs/environment-stack.ts';
import { createDistribution } from '#infra/edge/distribution.ts';
import { createFirewall } from '#infra/edge/firewall.ts';
import { createHttpApi } from '#infra/edge/http-api.ts';
import type { Environment } from '#infra/environments.ts';
import type { DataStack } from './data.ts';
import type { IdentityStack } from './identity.ts';

/** CloudFront with its web ACL, and the HTTP API. */
export class EdgeStack extends EnvironmentStack {
  readonly api: Api & { httpApi: HttpApi };
  /** The `Web` stack fills it. It is in this stack because its policy names the distribution. */
  readonly webBucket: Bucket;
  readonly publicOrigin: string;

  /** @param origin address of the app, if it is known before deployment */
  constructor(
    app: App,
    environment: Environment,
    origin: string | undefined,
    { resources, logBucket, originSecret }: DataStack,
    { userPool, client }: IdentityStack,
  ) {
    super(app, 'Edge', environment, 'One origin for the app and its API');
    this.api = createHttpApi(this, {
      userPoolId: userPool.userPoolId,
      clientId: client.userPoolClientId,
    });
    this.webBucket = createBucket(this, 'WebBucket', { serverAccessLogsBucket: logBucket });
    const distribution = createDistribution(this, {
      web: this.webBucket,
      httpApi: this.api.httpApi,
      uploads: resources.buckets.Datasets,
      logBucket,
      webAclArn: this.firewallArn(),
      originSecret,
    });
    this.publicOrigin = origin ?? `https://${distribution.distributionDomainName}`;
    // Other stacks import it unless the app has a domain of its own. If the export went with that setting, CloudFormation
    // would refuse the deployment: the stacks that still import it are deployed later.
    if (environment.deployed) this.exportValue(distribution.distributionDomainName);
    new CfnOutput(this, 'Origin', { value: this.publicOrigin });
    new CfnOutput(this, 'DistributionDomain', {
      description: 'Target of the DNS record of your own domain (CNAME or alias)',
      value: distribution.distributionDomainName,
    });
  }

  /**
   * CloudFront accepts a web ACL from us-east-1 only, and all stacks of an environment are in one region. So in other
   * regions the operator creates the web ACL in us-east-1 and sets its ARN, as with the certificate. A
   * cross-region reference would need custom resources in both regions for one string that never changes.
   */
  private firewallArn(): string | undefined {
    const { site } = this.settings.firewall;
    if (site === 'none') return undefined;
    return site === 'create' ? createFirewall(this).attrArn : site;
  }
}
