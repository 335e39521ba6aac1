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
