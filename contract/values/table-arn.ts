/** Matches the ARN of a DynamoDB table in any partition, account and region. */
export const tableArn = /^arn:aws[a-z-]*:dynamodb:([a-z0-9-]+):\d{12}:table\/[A-Za-z0-9_.-]{3,255}$/;

/**
 * Returns the region in the ARN of a table, such as `eu-central-1`.
 * @throws Error if the text is not such an ARN
 */
export function regionOfTable(arn: string): string {
  const region = tableArn.exec(arn)?.[1];
  if (region === undefined) throw new Error('must be the ARN of a DynamoDB table');
  return region;
}
