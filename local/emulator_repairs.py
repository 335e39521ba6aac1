"""Where MiniStack does not do what AWS does, and the product needs it: repaired here, by name, for one pinned version."""

import contextvars

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
