/** The smallest stack that uses what the local cloud adds to its emulator. */
export const template = JSON.stringify({
  Resources: {
    Role: {
      Type: 'AWS::IAM::Role',
      Properties: {
        AssumeRolePolicyDocument: {
          Version: '2012-10-17',
          Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'lambda.amazonaws.com' } }],
        },
        Policies: [
          {
            PolicyName: 'read',
            PolicyDocument: {
              Version: '2012-10-17',
              Statement: [{ Effect: 'Allow', Action: 'secretsmanager:GetSecretValue', Resource: { Ref: 'Read' } }],
            },
          },
        ],
      },
    },
    Read: { Type: 'AWS::SecretsManager::Secret', Properties: { GenerateSecretString: {} } },
    Write: { Type: 'AWS::SecretsManager::Secret', Properties: { GenerateSecretString: {} } },
    Function: {
      Type: 'AWS::Lambda::Function',
      Properties: {
        Runtime: 'nodejs24.x',
        Handler: 'index.handler',
        Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
        Code: {
          ZipFile: `exports.handler = async ({ fail }) => {
            if (fail) throw Object.assign(new Error('away'), { name: fail })
            return { node: process.version, env: process.env }
          }`,
        },
      },
    },
    Machine: {
      Type: 'AWS::StepFunctions::StateMachine',
      Properties: {
        RoleArn: { 'Fn::GetAtt': ['Role', 'Arn'] },
        DefinitionSubstitutions: { FunctionArn: { 'Fn::GetAtt': ['Function', 'Arn'] } },
        DefinitionString: JSON.stringify({
          QueryLanguage: 'JSONata',
          StartAt: 'Call',
          States: {
            Call: { Type: 'Task', Resource: '${FunctionArn}', Assign: { seen: '{% $states.result %}' }, Next: 'Wait' },
            Wait: {
              Type: 'Task',
              Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
              Arguments: { FunctionName: '${FunctionArn}', Payload: { token: '{% $states.context.Task.Token %}' } },
              TimeoutSeconds: '{% $states.context.Execution.Input.seconds %}',
              Catch: [
                {
                  ErrorEquals: ['States.ALL'],
                  Output: { error: '{% $states.errorOutput.Error %}', seen: '{% $seen %}' },
                  Next: 'Done',
                },
              ],
              End: true,
            },
            Done: { Type: 'Succeed' },
          },
        }),
      },
    },
    Pool: { Type: 'AWS::Cognito::UserPool', Properties: {} },
    Approvers: {
      Type: 'AWS::Cognito::UserPoolGroup',
      Properties: { UserPoolId: { Ref: 'Pool' }, GroupName: 'approvers' },
    },
    Agents: {
      Type: 'AWS::Cognito::UserPoolResourceServer',
      Properties: {
        UserPoolId: { Ref: 'Pool' },
        Identifier: 'agent',
        Name: 'agent',
        Scopes: [{ ScopeName: 'claims-agent', ScopeDescription: 'The claims agent' }],
      },
    },
    Agent: {
      Type: 'AWS::Cognito::UserPoolClient',
      DependsOn: 'Agents',
      Properties: {
        UserPoolId: { Ref: 'Pool' },
        GenerateSecret: true,
        AllowedOAuthFlowsUserPoolClient: true,
        AllowedOAuthFlows: ['client_credentials'],
        AllowedOAuthScopes: ['agent/claims-agent'],
      },
    },
    Console: {
      Type: 'AWS::Cognito::UserPoolClient',
      Properties: { UserPoolId: { Ref: 'Pool' }, ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH'] },
    },
  },
  Outputs: {
    Pool: { Value: { Ref: 'Pool' } },
    Agent: { Value: { Ref: 'Agent' } },
    Console: { Value: { Ref: 'Console' } },
    Role: { Value: { 'Fn::GetAtt': ['Role', 'Arn'] } },
    Function: { Value: { Ref: 'Function' } },
    Machine: { Value: { Ref: 'Machine' } },
    Read: { Value: { Ref: 'Read' } },
    Write: { Value: { Ref: 'Write' } },
  },
});
