/** A media type with its parameters (RFC 9110, 8.3.1). Everything except the values of parameters is in lower case. */
export interface MediaType {
  /** Type and subtype, such as `text/csv`. */
  readonly essence: string;
  readonly parameters: Readonly<Record<string, string>>;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]{1,127}";
const form = new RegExp(`^(${token}/${token})((?:\\s*;\\s*${token}=(?:${token}|"[^"\\\\]{0,127}"))*)\\s*$`);
const parameter = new RegExp(`(${token})=(?:"([^"]*)"|(${token}))`, 'g');

/** Parses a media type. Undefined if the text is not a media type. */
export function parseMediaType(text: string): MediaType | undefined {
  const [, essence, rest = ''] = text.length > 255 ? [] : (form.exec(text) ?? []);
  if (essence === undefined) return undefined;
  const parameters = [...rest.matchAll(parameter)].map(([, name = '', quoted, bare]) => [
    name.toLowerCase(),
    quoted ?? bare ?? '',
  ]);
  return { essence: essence.toLowerCase(), parameters: Object.fromEntries(parameters) as Record<string, string> };
}

/** Writes a media type in a unique form, so that equal media types are equal texts. */
export const formatMediaType = ({ essence, parameters }: MediaType): string =>
  [
    essence,
    ...Object.entries(parameters)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${quoted(value.toLowerCase())}`),
  ].join('; ');

const quoted = (value: string): string => (new RegExp(`^${token}$`).test(value) ? value : `"${value}"`);
