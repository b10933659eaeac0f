import { join } from 'node:path';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginRequestPolicy,
  PriceClass,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { acknowledge } from '#infra/constructs/acknowledge.ts';
import type { EnvironmentStack } from '#infra/constructs/environment-stack.ts';
import { contract } from '#shared/contract/contract.ts';
import { originHeader } from '#shared/origin-header.ts';
import { createSecurityHeaders } from './security-headers.ts';

export interface DistributionProps {
  /** Bucket with the built browser app. */
  web: IBucket;
  httpApi: IHttpApi;
  uploads: IBucket;
  logBucket?: IBucket;
  webAclArn?: string;
  /** Value of the header by which functions know that a request came through CloudFront. */
  originSecret?: string;
}

/** The path of single searches by key, as a pattern of CloudFront. */
const queries = contract['query-index'].path.replace(/\{\w+\}/, '*');

/** The public origin: the app from S3; the API below `/api` and at a few other paths that programs read. */
export function createDistribution(
  scope: EnvironmentStack,
  props: DistributionProps,
): Distribution {
  const { domain, region, queryUrl } = scope.settings;
  const customHeaders = props.originSecret ? { [originHeader]: props.originSecret } : undefined;
  const shared = {
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    responseHeadersPolicy: createSecurityHeaders(scope, props.uploads),
    compress: true,
  };
  const api: BehaviorOptions = {
    ...shared,
    origin: new HttpOrigin(`${props.httpApi.apiId}.execute-api.${region}.${scope.urlSuffix}`, {
      customHeaders,
    }),
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
  };
  const distribution = new Distribution(scope, 'Distribution', {
    comment: `Antecede ${scope.settings.name}`,
    defaultRootObject: 'index.html',
    defaultBehavior: {
      ...shared,
      origin: S3BucketOrigin.withOriginAccessControl(props.web),
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      functionAssociations: [
        { function: createPageFiles(scope), eventType: FunctionEventType.VIEWER_REQUEST },
      ],
    },
    additionalBehaviors: {
      // The first pattern that fits counts.
      ...(queryUrl?.domain && {
        [queries]: { ...api, origin: new HttpOrigin(queryUrl.domain, { customHeaders }) },
      }),
      '/api/*': api,
      '/config.json': api,
      '/docs/*.md': api,
      '/llms.txt': api,
      '/robots.txt': api,
      '/sitemap.xml': api,
    },
    domainNames: domain && [domain.name],
    certificate:
      domain && Certificate.fromCertificateArn(scope, 'Certificate', domain.certificateArn),
    minimumProtocolVersion: domain && SecurityPolicyProtocol.TLS_V1_2_2021,
    httpVersion: HttpVersion.HTTP2_AND_3,
    priceClass: PriceClass.PRICE_CLASS_100,
    webAclId: props.webAclArn,
    logBucket: props.logBucket,
    logFilePrefix: props.logBucket && 'cloudfront/',
  });
  acknowledge(distribution, {
    'AwsSolutions-CFR1': 'The product is sold worldwide, so no country is blocked.',
  });
  if (!props.webAclArn) {
    acknowledge(distribution, {
      'AwsSolutions-CFR2':
        'The operator chose no web ACL, which costs more than the rest of a small installation. Only our own throttles and limits apply.',
    });
  }
  if (!domain) {
    acknowledge(distribution, {
      'AwsSolutions-CFR4':
        'On CloudFront’s own domain AWS sets the TLS version; an environment with its own domain requires TLS 1.2.',
    });
  }
  return distribution;
}

function createPageFiles(scope: EnvironmentStack): EdgeFunction {
  return new EdgeFunction(scope, 'PageFiles', {
    comment: 'Answers the path of a page with its document',
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromFile({ filePath: join(import.meta.dirname, 'page-files.js') }),
  });
}
