"""Corrects the places in which the pinned version of MiniStack differs from AWS and the product needs the behaviour of AWS.
Each correction is a function, and docs/local-cloud.md lists their names."""

import bisect
import collections
import contextvars
import functools
import itertools
import re

SECRET = "AWS::SecretsManager::Secret"


def evaluate_timeouts():
    """TimeoutSeconds of a task may be a JSONata expression (Amazon States Language, Task state). MiniStack waits on the
    literal text; here it is evaluated first, against the same input as Arguments."""
    from ministack.services import stepfunctions

    timeout = contextvars.ContextVar("timeout")
    arguments = stepfunctions._apply_jsonata_arguments
    callback = stepfunctions._invoke_with_callback
    task = stepfunctions._invoke_resource_with_timeout

    def with_timeout(state, raw_input, ctx=None):
        if isinstance(state.get("TimeoutSeconds"), str):
            seconds = stepfunctions._jsonata_state_field(state, "TimeoutSeconds", "number", raw_input, ctx)
            if seconds < 1 or seconds != int(seconds):
                raise stepfunctions._ExecutionError(
                    "States.QueryEvaluationError", f"TimeoutSeconds is {seconds}, not a positive integer")
            timeout.set(int(seconds))
        return arguments(state, raw_input, ctx)

    def evaluated(literal):
        return timeout.get() if isinstance(literal, str) else literal

    def with_callback(resource, input_data, token, state):
        if "TimeoutSeconds" in state:
            state = {**state, "TimeoutSeconds": evaluated(state["TimeoutSeconds"])}
        return callback(resource, input_data, token, state)

    def with_task(resource, input_data, literal):
        return task(resource, input_data, evaluated(literal))

    stepfunctions._apply_jsonata_arguments = with_timeout
    stepfunctions._invoke_with_callback = with_callback
    stepfunctions._invoke_resource_with_timeout = with_task


def refer_to_secrets_by_arn():
    """Ref of a secret is its ARN (CloudFormation, AWS::SecretsManager::Secret, return values). MiniStack gives the name,
    which no policy matches: every reader would be denied. GenerateSecretString without properties is a password of 32
    characters there, and empty in MiniStack."""
    from ministack.services.cloudformation import provisioners

    handlers = provisioners._RESOURCE_HANDLERS[SECRET]
    create, update, delete = handlers["create"], handlers["update"], handlers["delete"]

    def name(arn):
        # An ARN ends in the name, a hyphen and six characters.
        return arn.partition(":secret:")[2][:-7] if arn.startswith("arn:") else arn

    def generated(props):
        if props.get("GenerateSecretString") == {}:
            return {**props, "GenerateSecretString": {"PasswordLength": 32}}
        return props

    def create_by_arn(logical_id, props, stack_name):
        _, attributes = create(logical_id, generated(props), stack_name)
        return attributes["Arn"], attributes

    def update_by_arn(physical_id, old, new, *args, **kwargs):
        _, attributes = update(name(physical_id), generated(old), generated(new), *args, **kwargs)
        return attributes["Arn"], attributes

    def delete_by_arn(physical_id, props):
        return delete(name(physical_id), props)

    handlers.update(create=create_by_arn, update=update_by_arn, delete=delete_by_arn)


def tell_errors_by_name():
    """Lambda tells a failed invocation by the error's name ("errorType"), which Retry and Catch match. MiniStack's worker
    for Node answers the message alone, and every error is a Runtime.HandlerError: no Retry by name would ever match."""
    from ministack.core import lambda_runtime
    from ministack.services import lambda_svc

    name = contextvars.ContextVar("name", default=None)
    told = "error: String(err.message || err),"
    scripts = [key for key, value in vars(lambda_runtime).items() if isinstance(value, str) and told in value]
    if len(scripts) != 1:
        raise RuntimeError(f"MiniStack's worker for Node is another: {scripts}")
    script = getattr(lambda_runtime, scripts[0])
    setattr(lambda_runtime, scripts[0], script.replace(told, told + " name: err.name,"))
    invoke = lambda_runtime.Worker.invoke
    execute = lambda_svc._execute_function_warm

    def named_invoke(self, *args, **kwargs):
        result = invoke(self, *args, **kwargs)
        name.set(result.get("name"))
        return result

    def named_execute(func, event, request_id):
        name.set(None)
        result = execute(func, event, request_id)
        if result.get("error") and name.get():
            result["body"]["errorType"] = name.get()
        return result

    lambda_runtime.Worker.invoke = named_invoke
    lambda_svc._execute_function_warm = named_execute


def retry_failed_items():
    """A stream's consumer that reports batchItemFailures is given these records again (Lambda, ReportBatchItemFailures);
    MiniStack passes over them for DynamoDB. Here the whole batch comes again, as often as our mappings say at most."""
    from ministack.services import lambda_svc

    most = 20
    execute = lambda_svc._execute_function
    attempts = {}

    def partly(func, event, *args, **kwargs):
        result = execute(func, event, *args, **kwargs)
        records = event.get("Records") if isinstance(event, dict) else None
        if not records or records[0].get("eventSource") != "aws:dynamodb":
            return result
        key = ((func.get("config") or func).get("FunctionArn"), records[0]["dynamodb"].get("SequenceNumber"))
        body = result.get("body")
        failures = body.get("batchItemFailures") if isinstance(body, dict) else None
        if not failures or attempts.get(key, 0) >= most:
            attempts.pop(key, None)
            return result
        attempts[key] = attempts.get(key, 0) + 1
        failed = {"errorType": "BatchItemFailures", "errorMessage": f"{len(failures)} of {len(records)} records failed"}
        return {"body": failed, "error": True, "log": ""}

    lambda_svc._execute_function = partly


def name_the_shard_in_windows():
    """With a tumbling window a batch of a stream names its shard and its window (AWS Lambda, tumbling windows). MiniStack
    drops the window of a mapping and names neither. Its streams have one shard, whose name its own DescribeStream gives."""
    import datetime

    from ministack.services import lambda_svc
    from ministack.services.cloudformation import provisioners

    handlers = provisioners._RESOURCE_HANDLERS["AWS::Lambda::EventSourceMapping"]
    create, update, execute = handlers["create"], handlers["update"], lambda_svc._execute_function
    shard = "shardId-00000000000000000000-00000000"

    def keep(esm_id, props):
        lambda_svc._esms[esm_id]["TumblingWindowInSeconds"] = int(props.get("TumblingWindowInSeconds") or 0)

    def create_with_window(logical_id, props, stack_name):
        esm_id, attributes = create(logical_id, props, stack_name)
        keep(esm_id, props)
        return esm_id, attributes

    def update_with_window(physical_id, old, new, *args, **kwargs):
        result = update(physical_id, old, new, *args, **kwargs)
        keep(physical_id, new)
        return result

    def seconds_of(func, source):
        name = (func.get("config") or func).get("FunctionName")
        mappings = [esm for _, _, esm in lambda_svc._iter_all_esms()
                    if esm["FunctionName"] == name and esm["EventSourceArn"] == source]
        return max((esm.get("TumblingWindowInSeconds", 0) for esm in mappings), default=0)

    def in_window(func, event, *args, **kwargs):
        records = event.get("Records") if isinstance(event, dict) else None
        if records and records[0].get("eventSource") == "aws:dynamodb":
            seconds = seconds_of(func, records[0].get("eventSourceARN"))
            if seconds > 0:
                start = int(records[0]["dynamodb"].get("ApproximateCreationDateTime", 0)) // seconds * seconds
                told = [datetime.datetime.fromtimestamp(at, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
                        for at in (start, start + seconds)]
                event = {**event, "shardId": shard, "window": {"start": told[0], "end": told[1]}, "state": {},
                         "isFinalInvokeForWindow": False, "isWindowTerminatedEarly": False}
        return execute(func, event, *args, **kwargs)

    handlers.update(create=create_with_window, update=update_with_window)
    lambda_svc._execute_function = in_window


def parse_expressions_once():
    """An expression says the same of every item. MiniStack parses its text anew for each: half of the time of a large
    import, and of a Query most of it. Here a text is parsed once."""
    from ministack.services import dynamodb

    # Functions of their arguments alone, and nobody changes what they return.
    for name in ("_tokenize", "_condition_syntax_error"):
        setattr(dynamodb, name, functools.lru_cache(maxsize=4096)(getattr(dynamodb, name)))


def parse_policies_once():
    """MiniStack parses the policies of a role again for each of its requests. Here the text of a policy is parsed once."""
    from ministack.core import iam_evaluator

    parse = iam_evaluator.parse_policy_document
    once = functools.lru_cache(maxsize=1024)(parse)
    iam_evaluator.parse_policy_document = lambda doc: once(doc) if isinstance(doc, str) else parse(doc)


def begin_pages_where_the_last_ended():
    """A page of a Query costs what it holds (Amazon DynamoDB, Query). MiniStack goes through the whole partition of an index
    for each, and sorts it. Here a query by the partition alone is handed the items behind its ExclusiveStartKey, up to the
    one that no longer fits into 1 MB; the order is kept until something is written into the table."""
    from ministack.services import dynamodb

    asked = contextvars.ContextVar("asked", default=None)
    by_partition = re.compile(r"\s*#?\w+\s*=\s*:\w+\s*")
    query, members_of, index_item = dynamodb._query, dynamodb._index_members, dynamodb._index_item
    writes, orders, most = collections.Counter(), {}, 256

    def order_of(table, index_name, partition, keys):
        version, place = writes[id(table)], (id(table), index_name, partition)
        held = orders.get(place)
        # The members are kept as well, because Python gives the id of a deleted object to a new one.
        if held and held[0] is keys and held[1] == version:
            return held[2], held[3]
        names = dynamodb._index_order_keys(table, dynamodb._index_key_lists(dynamodb._index_def(table, index_name))[1])
        at = position(names)
        order = sorted((at(table["items"][pk][sk]), (pk, sk)) for pk, sk in keys)
        if len(orders) >= most:
            orders.clear()
        orders[place] = (keys, version, at, order)
        return at, order

    def position(names):
        return lambda item: tuple(dynamodb._index_order_value(item, name, kind) for name, kind in names)

    class Page:
        def __init__(self, table, data, partitions):
            self.table, self.data, self.partitions = table, data, partitions

        def get(self, partition, default):
            keys = self.partitions.get(partition)
            if not keys:
                return default
            table, index_name, start = self.table, self.data["IndexName"], self.data.get("ExclusiveStartKey")
            at, order = order_of(table, index_name, partition, keys)
            begin = bisect.bisect_right(order, at(start), key=lambda entry: entry[0]) if start else 0
            page, size = [], 0
            for _, (pk, sk) in itertools.islice(order, begin, None):
                page.append((pk, sk))
                entry = dynamodb._apply_index_projection(table["items"][pk][sk], table, index_name)
                size += dynamodb._item_size_bytes(entry)
                if size > dynamodb._DDB_PAGE_SIZE_BYTES:
                    break
            return page

    def query_from(data):
        plain = (data.get("IndexName") and data.get("ScanIndexForward", True) is True and not data.get("KeyConditions")
                 and by_partition.fullmatch(data.get("KeyConditionExpression") or ""))
        token = asked.set(data if plain else None)
        try:
            return query(data)
        finally:
            asked.reset(token)

    def members_from(table):
        members, data = members_of(table), asked.get()
        if data is None or data["IndexName"] not in members:
            return members
        return {data["IndexName"]: Page(table, data, members[data["IndexName"]])}

    def index_written(table, *args, **kwargs):
        writes[id(table)] += 1
        return index_item(table, *args, **kwargs)

    dynamodb._query, dynamodb._index_members, dynamodb._index_item = query_from, members_from, index_written


def query_as_athena():
    """What Athena does with a query and MiniStack does not: parameters take the place of the question marks (a DuckDB
    statement with one would be told that none was given), functions have Trino's names, a number that no decimal holds is
    told by Trino's code, and a query belongs to its workgroup, by which IAM knows it."""
    import json
    import pathlib

    import duckdb
    from ministack.core import iam_actions
    from ministack.core.responses import error_response_json
    from ministack.services import athena

    dialect = pathlib.Path(__file__).with_name("athena_dialect.sql").read_text()
    start, run, arn = athena._start_query_execution, athena._run_duckdb, iam_actions.extract_resource_arn
    connect = duckdb.connect

    def is_literal(text):
        tokens = list(athena._sql_tokens(text))
        if len(tokens) != 1:
            return False
        kind, _, first, last = tokens[0]
        closed = kind == "number" or (kind == "str" and len(text) > 1 and text.endswith("'"))
        return closed and (first, last) == (0, len(text))

    def start_with_parameters(data):
        query, parameters = data.get("QueryString", ""), data.get("ExecutionParameters") or []
        marks = [at for kind, text, at, _ in athena._sql_tokens(query) if (kind, text) == ("punct", "?")]
        if len(marks) != len(parameters) or not all(1 <= len(one) <= 1024 and is_literal(one) for one in parameters):
            return error_response_json("InvalidRequestException", "Parameters do not fit the query", 400)
        for at, literal in reversed(list(zip(marks, parameters))):
            query = query[:at] + literal + query[at + 1:]
        return start({**data, "QueryString": query})

    async def run_by_codes(query, database, catalog=None):
        try:
            return await run(query, database, catalog)
        except duckdb.OutOfRangeException as error:
            raise ValueError(f"NUMERIC_VALUE_OUT_OF_RANGE: {error}") from error

    def connect_with_dialect(*args, **kwargs):
        connection = connect(*args, **kwargs)
        connection.execute(dialect)
        return connection

    def arn_of_query(service, method, path, headers, body, query_params, region, account_id):
        if service == "athena":
            named = json.loads(body) if body else {}
            execution = athena._executions.get(named.get("QueryExecutionId"))
            if execution and "WorkGroup" not in named:
                return f"arn:aws:athena:{region}:{account_id}:workgroup/{execution['WorkGroup']}"
        return arn(service, method, path, headers, body, query_params, region, account_id)

    athena._start_query_execution = start_with_parameters
    athena._run_duckdb = run_by_codes
    duckdb.connect = connect_with_dialect
    iam_actions.extract_resource_arn = arn_of_query


def know_streams_by_arn():
    """IAM knows a DynamoDB stream by its ARN (Service Authorization Reference, Amazon DynamoDB). MiniStack decides about
    DescribeStream, GetShardIterator and GetRecords with the resource "*", so a role with a right to one stream is denied.
    Here the resource is the stream that the request or its iterator names."""
    import json

    from ministack.core import iam_actions
    from ministack.services import dynamodb_streams

    arn = iam_actions.extract_resource_arn

    def arn_of_stream(service, method, path, headers, body, query_params, region, account_id):
        if service == "dynamodbstreams":
            named = json.loads(body) if body else {}
            iterator = dynamodb_streams._decode_iterator(named.get("ShardIterator") or "") or {}
            return named.get("StreamArn") or iterator.get("arn") or "*"
        return arn(service, method, path, headers, body, query_params, region, account_id)

    iam_actions.extract_resource_arn = arn_of_stream


def know_log_groups_by_arn():
    """IAM knows a log group by its ARN (Service Authorization Reference, Amazon CloudWatch Logs). MiniStack decides about
    FilterLogEvents with the resource "*", so a role with a right to one log group is denied. Here the resource is the log
    group that the request names."""
    import json

    from ministack.core import iam_actions

    arn = iam_actions.extract_resource_arn

    def arn_of_group(service, method, path, headers, body, query_params, region, account_id):
        target = headers.get("x-amz-target") or ""
        if service == "logs" and target.endswith(".FilterLogEvents"):
            name = json.loads(body).get("logGroupName")
            return f"arn:aws:logs:{region}:{account_id}:log-group:{name}:*"
        return arn(service, method, path, headers, body, query_params, region, account_id)

    iam_actions.extract_resource_arn = arn_of_group


def batches_need_the_right_of_one():
    """PublishBatch of Amazon SNS needs the right sns:Publish (Amazon SNS API reference, PublishBatch). MiniStack decides about
    sns:PublishBatch, which is no right, so a role that may publish is denied. Here it decides about sns:Publish."""
    from ministack.core import iam_actions

    action = iam_actions.extract_iam_action

    def action_of_batch(*args, **kwargs):
        named = action(*args, **kwargs)
        return "sns:Publish" if named == "sns:PublishBatch" else named

    iam_actions.extract_iam_action = action_of_batch


def keep_the_slash_at_the_end():
    """The route `GET /console/{file+}` of an HTTP API also gets the request for `/console/`. MiniStack drops the slash at the
    end of a path with one segment, and requires at least one character for the rest of a path. So the page has no address.
    Here the slash stays, and the rest may be empty."""
    import re

    from ministack import app
    from ministack.services import apigateway

    extract = apigateway._extract_path_params
    parse = app._parse_execute_api_url
    one_segment = re.compile(r"/_aws/execute-api/([^/]+)(/[^/]+/)")

    def with_empty_rest(route_path, request_path):
        found = extract(route_path, request_path)
        if found is None and route_path.endswith("+}") and request_path.endswith("/"):
            name = route_path[route_path.rindex("{") + 1:-2]
            found = extract(route_path, request_path + "-")
            return {**found, name: ""} if found and found[name] == "-" else None
        return found

    def with_slash(host, path):
        named = one_segment.fullmatch(path)
        return (named[1], "$default", named[2]) if named else parse(host, path)

    apigateway._extract_path_params = with_empty_rest
    app._parse_execute_api_url = with_slash


def count_the_loopback_as_tls():
    """The bucket of the CDK's bootstrap denies requests without TLS (aws:SecureTransport). MiniStack has no TLS, so no
    role could read a file that a deploy has uploaded. Here a request counts as sent over TLS: it never leaves the
    loopback."""
    from ministack import app

    pin = app.pin_request_origin

    def pin_as_tls(source_ip, secure_transport):
        pin(source_ip, True)

    app.pin_request_origin = pin_as_tls
