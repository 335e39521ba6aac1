"""Verifies AWS Signature Version 4, in the Authorization header and in presigned URLs of S3. It is stricter than AWS: it knows
one algorithm and one form of the header, and a body that is not part of the signature only for a presigned URL."""

import dataclasses
import datetime
import functools
import hashlib
import hmac
import os
import re
import time

ALGORITHM = "AWS4-HMAC-SHA256"
CREDENTIAL = r"(?P<key>\w+)/(?P<date>\d{8})/(?P<region>[\w-]+)/(?P<service>[\w-]+)/aws4_request"
AUTHORIZATION = re.compile(
    rf"{ALGORITHM} Credential={CREDENTIAL}, ?SignedHeaders=(?P<names>[a-z0-9;-]+), ?Signature=(?P<signature>[0-9a-f]{{64}})",
    re.ASCII)
QUERY_CREDENTIALS = {"x-amz-algorithm", "x-amz-credential", "x-amz-signature", "x-amz-security-token", "awsaccesskeyid",
                     "signature"}
# The clocks of caller and emulator are the same, so the shorter of the two windows of AWS is enough for all services.
SKEW_SECONDS = 5 * 60


class Refused(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code, self.message = code, message


@dataclasses.dataclass(frozen=True)
class Request:
    method: str
    path: str
    raw_path: str
    query: dict
    headers: dict


@dataclasses.dataclass(frozen=True)
class Signature:
    key: str
    token: str
    date: str
    region: str
    service: str
    names: str
    signature: str
    signed_at: str
    # Seconds after the signature in which the request may arrive.
    seconds: int
    presigned: bool


def carries_credentials(request):
    return (request.headers.get("authorization", "").startswith("AWS")
            or any(name.lower() in QUERY_CREDENTIALS for name in request.query))


async def verified_body(request, root_secret, receive):
    """The body of a request whose signature is right. An unknown key is refused before the body is read."""
    signature = signed(request) if "authorization" in request.headers else presigned(request)
    secret = secret_of(signature, root_secret)
    require_signed_headers(request, signature)
    require_time(signature)
    body = await read(receive)
    if signature.presigned and not serves_s3(request, body):
        raise Refused("AuthorizationQueryParametersError", "A presigned URL must be one of S3.")
    payload = "UNSIGNED-PAYLOAD" if signature.presigned else hashlib.sha256(body).hexdigest()
    if not hmac.compare_digest(expected(request, signature, payload, secret), signature.signature):
        raise Refused("SignatureDoesNotMatch", "The signature does not match the request and the secret of its access key.")
    return body


def signed(request):
    found = AUTHORIZATION.fullmatch(request.headers["authorization"])
    if not found:
        raise Refused("IncompleteSignature", f"The Authorization header must be a signature of {ALGORITHM}.")
    if any(name.lower() in QUERY_CREDENTIALS for name in request.query):
        raise Refused("IncompleteSignature", "The request has credentials in its header and in its query. Send one of them.")
    parts = found.groupdict()
    return Signature(**parts, token=request.headers.get("x-amz-security-token", ""),
                     signed_at=request.headers.get("x-amz-date", ""), seconds=SKEW_SECONDS, presigned=False)


def presigned(request):
    def value(name):
        if name not in request.query:
            raise Refused("AuthorizationQueryParametersError", f"A presigned URL must have {name}.")
        return request.query[name][0]

    found = re.fullmatch(CREDENTIAL, value("X-Amz-Credential"), re.ASCII)
    if not found or not re.fullmatch(r"\d{1,6}", value("X-Amz-Expires"), re.ASCII):
        raise Refused("AuthorizationQueryParametersError", f"A presigned URL must be signed with {ALGORITHM} for some seconds.")
    return Signature(**found.groupdict(), token=request.query.get("X-Amz-Security-Token", [""])[0],
                     names=value("X-Amz-SignedHeaders"), signature=value("X-Amz-Signature"), signed_at=value("X-Amz-Date"),
                     seconds=int(value("X-Amz-Expires")), presigned=True)


def serves_s3(request, body):
    """A presigned URL does not sign body and content type, so they must not lead to another service."""
    from ministack import app
    from ministack.core.router import detect_service

    routed = app._routing_params(request.method, request.path, request.headers, body, request.query)
    return detect_service(request.method, request.path, request.headers, routed) == "s3"


def secret_of(signature, root_secret):
    from ministack.core import iam_evaluator

    account = os.environ["MINISTACK_ACCOUNT_ID"]
    if signature.key == account and not signature.token:
        return root_secret
    if iam_evaluator.is_root_access_key(signature.key):
        raise Refused("InvalidClientTokenId", "The local cloud does not know this access key.")
    credential = iam_evaluator.resolve_credential(signature.key, account, signature.token)
    if isinstance(credential, iam_evaluator.CredentialResolutionError):
        raise Refused(credential.code, credential.message)
    return credential.secret_access_key


def require_signed_headers(request, signature):
    needed = {"host"} | {name for name in request.headers if name.startswith("x-amz-")}
    if not needed.issubset(signature.names.split(";")):
        raise Refused("SignatureDoesNotMatch", "The signature must cover the host and every header x-amz-*.")


def require_time(signature):
    try:
        signed_at = datetime.datetime.strptime(signature.signed_at, "%Y%m%dT%H%M%S%z").timestamp()
    except ValueError as error:
        raise Refused("IncompleteSignature", "X-Amz-Date must be a time such as 20261130T120000Z.") from error
    if not -SKEW_SECONDS <= time.time() - signed_at <= signature.seconds:
        raise Refused("AccessDenied" if signature.presigned else "RequestTimeTooSkewed", "The signature has expired.")


def expected(request, signature, payload, secret):
    from ministack.core import sigv4

    raw = request.raw_path
    path = raw if signature.service == "s3" else sigv4.uri_encode(sigv4._remove_dot_segments(raw), encode_slash=False)
    canonical = "\n".join([
        request.method, path, sigv4.build_canonical_query_string(request.query),
        sigv4.build_canonical_headers(request.headers, signature.names), signature.names, payload])
    text = sigv4.build_string_to_sign(signature.signed_at, signature.date, signature.region, signature.service, canonical)
    key = signing_key(secret, signature.date, signature.region, signature.service)
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


@functools.lru_cache(maxsize=256)
def signing_key(*parts):
    from ministack.core import sigv4

    return sigv4.derive_signing_key(*parts)


async def read(receive):
    chunks = []
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise Refused("IncompleteBody", "The body ended early.")
        chunks.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(chunks)
