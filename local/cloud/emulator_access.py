"""Decides who may call the emulator. MiniStack accepts any access key of its root without looking at the signature, gives a
function credentials that can be computed from its name, treats an unsigned request to S3 as the root's, answers every web page
(`Access-Control-Allow-Origin: *`) and resets itself for whoever asks. Here a request must be signed with credentials of the
instance (AWS Signature Version 4), or be a presigned URL of S3, or go to what AWS serves without a signature: the public API
and the sign-in. docs/local-cloud.md lists the rules."""

import dataclasses
import hashlib
import hmac
import json
import os
import re
import uuid
from urllib.parse import parse_qs

from emulator_signature import Refused, Request, carries_credentials, verified_body

API = "/_aws/execute-api/"
def replace_credentials(root_secret):
    """The root's secret is that of the instance, and the credentials of a function cannot be computed by others. Must run
    before the emulator loads a service, because services import both functions by name."""
    from ministack.core import iam_evaluator, lambda_runtime

    resolve = iam_evaluator.resolve_credential

    def resolve_with_secret(*args, **kwargs):
        credential = resolve(*args, **kwargs)
        if getattr(credential, "principal_type", None) == "Root":
            return dataclasses.replace(credential, secret_access_key=root_secret)
        return credential

    def execution_credentials(config):
        from ministack.services import sts

        account, _ = lambda_runtime._account_region_from_function_config(config)
        role, name = config.get("Role", "").rsplit("/", 1)[-1], config["FunctionName"][:64]

        def derived(purpose):
            text = f"{purpose}:{config['FunctionArn']}:{config.get('Role', '')}"
            return hmac.new(root_secret.encode(), text.encode(), hashlib.sha256).hexdigest()

        made = {"AWS_ACCESS_KEY_ID": f"ASIA{derived('key')[:16].upper()}", "AWS_SECRET_ACCESS_KEY": derived("secret"),
                "AWS_SESSION_TOKEN": derived("token")}
        sts.register_session(made["AWS_ACCESS_KEY_ID"], {
            "Arn": f"arn:aws:sts::{account}:assumed-role/{role}/{name}", "UserId": f"{role}:{name}",
            "SecretAccessKey": made["AWS_SECRET_ACCESS_KEY"], "SessionToken": made["AWS_SESSION_TOKEN"]})
        return made

    iam_evaluator.resolve_credential = resolve_with_secret
    lambda_runtime.execution_credentials = execution_credentials


def guard(root_secret):
    """Puts the check of every request in front of the emulator."""
    from ministack import app

    app.app = guarded(app.app, root_secret)


def guarded(serve, root_secret):
    host = f"127.0.0.1:{os.environ['GATEWAY_PORT']}"

    async def door(scope, receive, send):
        if scope["type"] == "lifespan":
            return await serve(scope, receive, send)
        if scope["type"] != "http":
            await receive()
            return await send({"type": "websocket.close", "code": 1008})
        send = without_cors(send)
        request = None
        try:
            request = request_of(scope)
            require_own_place(request, host)
            if carries_credentials(request):
                body = await verified_body(request, root_secret, receive)
                receive = first(body, receive)
            elif not is_public(request):
                raise Refused("MissingAuthenticationToken", "The request is not signed. Sign it with the credentials in "
                                                            "state.json of this local cloud.")
        except Refused as refused:
            return await answer(send, request, refused)
        await serve(scope, receive, send)

    return door


def request_of(scope):
    headers = {}
    for name, value in scope["headers"]:
        name = name.decode("latin-1").lower()
        # The emulator joins a repeated header. These headers decide who calls, so they are sent once.
        if name in headers and (name.startswith("x-amz-") or name in ("host", "origin", "authorization", "sec-fetch-site")):
            raise Refused("InvalidRequest", f"The header {name} is sent twice. Send it once.")
        text = value.decode("latin-1")
        headers[name] = f"{headers[name]},{text}" if name in headers else text
    raw_path = scope["raw_path"].decode("latin-1")
    if not raw_path.startswith("/"):
        raise Refused("InvalidRequest", "The request target must begin with a slash.")
    try:
        query = parse_qs(scope["query_string"].decode("utf-8"), keep_blank_values=True)
    except UnicodeDecodeError as error:
        raise Refused("InvalidRequest", "The query is not UTF-8.") from error
    return Request(scope["method"], scope["path"], raw_path, query, headers)


def require_own_place(request, host):
    """A web page elsewhere, or a name that its owner points at the loopback, calls nothing (DNS rebinding)."""
    sent = request.headers.get("host")
    if sent != host:
        raise Refused("AccessDenied", f"The host must be {host}.")
    if request.headers.get("origin", f"http://{host}") != f"http://{host}":
        raise Refused("AccessDenied", "A web page of another origin may not call the local cloud.")
    if request.headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
        raise Refused("AccessDenied", "A web page of another site may not call the local cloud.")
    if request.path.startswith("/_") and not is_public(request):
        raise Refused("AccessDenied", "The local cloud has no management path but GET /_ministack/health.")


def is_public(request):
    """What AWS serves without a signature: the HTTP API, which checks tokens itself, the sign-in of Cognito, and the URL that
    CloudFormation gives to a custom resource for its response."""
    method, path = request.method, request.path
    if path.startswith(API) or (method, path) in (
            ("GET", "/_ministack/health"), ("GET", "/oauth2/authorize"), ("GET", "/logout"), ("GET", "/oauth2/userInfo"),
            ("POST", "/oauth2/token"), ("POST", "/oauth2/login"), ("POST", "/login")):
        return True
    keys = re.fullmatch(r"/([\w-]+)/\.well-known/(jwks\.json|openid-configuration)", path, re.ASCII)
    if keys and method == "GET":
        from ministack.services import cognito

        return cognito._get_pool_unscoped(keys[1]) is not None
    response = re.fullmatch(r"/_ministack/cfn-response/([\w-]{36})", path, re.ASCII)
    if response and method == "PUT":
        from ministack.services.cloudformation import custom_resource

        return response[1] in custom_resource._pending
    return (method, path) == ("POST", "/") and not request.query and is_sign_in(request.headers.get("x-amz-target", ""))


def is_sign_in(target):
    from ministack.core.iam_actions import unsigned_operations

    service, _, operation = target.partition(".")
    return service == "AWSCognitoIdentityProviderService" and operation in unsigned_operations("cognito-idp")


def first(body, receive):
    """A `receive` that gives the body, which was read already, and then what comes after it."""
    given = False

    async def replayed():
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replayed


def without_cors(send):
    async def sent(message):
        if message["type"] == "http.response.start":
            kept = [pair for pair in message.get("headers", []) if not pair[0].lower().startswith(b"access-control-")]
            message = {**message, "headers": kept}
        await send(message)

    return sent


async def answer(send, request, refused):
    """Always 403, in the protocol of the service that was asked, so that an SDK can name the cause."""
    from ministack import app
    from ministack.core.router import detect_service

    if request is None or request.path.startswith("/_"):
        headers = {"Content-Type": "application/json"}
        body = json.dumps({"code": refused.code, "message": refused.message}).encode()
    else:
        service = detect_service(request.method, request.path, request.headers, request.query)
        _, headers, body = app._credential_failure(service, "", str(uuid.uuid4()), refused, request.headers)
    await app._send_response(send, 403, headers, body, head=request is not None and request.method == "HEAD")
