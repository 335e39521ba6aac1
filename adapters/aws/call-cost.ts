/**
 * AWS list prices of us-east-1 in millionths of a dollar (November 2025): Lambda on Arm by GB-second and by request,
 * DynamoDB on demand by write unit.
 */
const prices = { gigabyteSecond: 13.3334, request: 0.2, writeUnit: 0.625 } as const;

/**
 * Returns the cost of a call in millionths of a dollar: its duration at the function's memory size, one request, and
 * the one write that every call makes.
 */
export function callCostMicroDollars(durationMillis: number, memoryMegabytes = memoryOfFunction()): number {
  const gigabyteSeconds = (durationMillis / 1000) * (memoryMegabytes / 1024);
  return gigabyteSeconds * prices.gigabyteSecond + prices.request + prices.writeUnit;
}

const memoryOfFunction = (): number => Number(process.env['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'] ?? 512);
