declare module 'asl-validator' {
  export default function validate(definition: unknown): {
    readonly isValid: boolean;
    readonly errorsText: (separator?: string) => string;
  };
}
