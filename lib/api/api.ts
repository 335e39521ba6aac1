import {
  HttpApi,
  HttpMethod,
  HttpStage,
  LogGroupLogDestination,
  type IHttpRouteAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Route } from '../../contract/platform/functions.ts';
import { Logs } from '../logs.ts';

/** Requests a second over the whole API, and how many at once; above it the gateway answers 429 by itself. */
const throttle = { rateLimit: 100, burstLimit: 200 };

/** Facts of a request and of whoever made it. No header and no query: a token or an identifier may stand there. */
const accessLog = JSON.stringify({
  requestId: '$context.requestId',
  at: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  client: '$context.authorizer.claims.client_id',
  sourceIp: '$context.identity.sourceIp',
  latencyMillis: '$context.responseLatency',
  bytes: '$context.responseLength',
  error: '$context.error.message',
  authorizerError: '$context.authorizer.error',
  integrationError: '$context.integrationErrorMessage',
});

/** The HTTP API: one stage, one authorizer on every route, no road around it. */
export class Api extends Construct {
  readonly http: HttpApi;

  constructor(scope: Construct, id: string, props: { readonly local: boolean }) {
    super(scope, id);
    this.http = new HttpApi(this, 'Http', { createDefaultStage: false });
    const stage = new HttpStage(this, 'Stage', {
      httpApi: this.http,
      stageName: '$default',
      autoDeploy: true,
      throttle,
      detailedMetricsEnabled: true,
      accessLogSettings: {
        destination: new LogGroupLogDestination(new Logs(this, 'AccessLog', props)),
        format: AccessLogFormat.custom(accessLog),
      },
    });
    stage.node.addDependency(this.http);
  }

  /** Sends routes to a function, for callers that the authorizer knows. */
  serve(
    name: string,
    routes: readonly Route[],
    { handler, authorizer }: { readonly handler: IFunction; readonly authorizer: IHttpRouteAuthorizer },
  ): void {
    const integration = new HttpLambdaIntegration(name, handler);
    for (const route of routes) {
      new HttpRoute(this, route, { httpApi: this.http, routeKey: routeKeyOf(route), integration, authorizer });
    }
  }
}

function routeKeyOf(route: Route): HttpRouteKey {
  if (route === '$default') return HttpRouteKey.DEFAULT;
  const [verb, path] = route.split(' ');
  const method = Object.values(HttpMethod).find((known) => known === verb);
  if (method === undefined || path === undefined) {
    throw new Error(`${route} is not a route. Write a method and a path, such as GET /v1/tools.`);
  }
  return HttpRouteKey.with(path, method);
}
