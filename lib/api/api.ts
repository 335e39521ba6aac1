import {
  HttpApi,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpStage,
  LogGroupLogDestination,
  type IHttpRouteAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import type { OpenRoute, Route } from '../../contract/platform/functions.ts';
import { Logs } from '../logs.ts';

/**
 * Limits of the whole API: requests a second, and requests at the same time. Above these limits, API Gateway itself
 * answers 429.
 */
const throttle = { rateLimit: 100, burstLimit: 200 };

/** Fields of the access log. Headers and query are left out, because they may contain a token or an identifier. */
const accessLog = JSON.stringify({
  requestId: '$context.requestId',
  at: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  // The status that the function answered. It is absent if the gateway answered without the function.
  answered: '$context.integration.status',
  client: '$context.authorizer.claims.client_id',
  sourceIp: '$context.identity.sourceIp',
  latencyMillis: '$context.responseLatency',
  bytes: '$context.responseLength',
  error: '$context.error.message',
  authorizerError: '$context.authorizer.error',
  integrationError: '$context.integrationErrorMessage',
});

const openBecause =
  'The route serves the files of the page, which are the same for everybody. The page signs in before it calls the API.';

/** The HTTP API: one stage, and one authorizer on every route except the open ones. */
export class Api extends Construct {
  readonly http: HttpApi;
  readonly accessLog: Logs;

  constructor(scope: Construct, id: string, props: { readonly local: boolean }) {
    super(scope, id);
    this.accessLog = new Logs(this, 'AccessLog', props);
    this.http = new HttpApi(this, 'Http', { createDefaultStage: false });
    const stage = new HttpStage(this, 'Stage', {
      httpApi: this.http,
      stageName: '$default',
      autoDeploy: true,
      throttle,
      detailedMetricsEnabled: true,
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLog),
        format: AccessLogFormat.custom(accessLog),
      },
    });
    stage.node.addDependency(this.http);
  }

  /**
   * Adds routes that call a function. The authorizer accepts or refuses the caller first. For open routes it is
   * `HttpNoneAuthorizer`, which accepts everybody.
   */
  serve(
    name: string,
    routes: readonly (Route | OpenRoute)[],
    { handler, authorizer }: { readonly handler: IFunction; readonly authorizer: IHttpRouteAuthorizer },
  ): void {
    const integration = new HttpLambdaIntegration(name, handler);
    for (const route of routes) {
      const made = new HttpRoute(this, route, {
        httpApi: this.http,
        routeKey: routeKeyOf(route),
        integration,
        authorizer,
      });
      if (authorizer instanceof HttpNoneAuthorizer) acknowledge(made, 'AwsSolutions-APIG4', openBecause);
    }
  }
}

function routeKeyOf(route: Route | OpenRoute): HttpRouteKey {
  if (route === '$default') return HttpRouteKey.DEFAULT;
  const [verb, path] = route.split(' ');
  const method = Object.values(HttpMethod).find((known) => known === verb);
  if (method === undefined || path === undefined) {
    throw new Error(`"${route}" is not a route. Write a method and a path, such as GET /v1/tools.`);
  }
  return HttpRouteKey.with(path, method);
}
