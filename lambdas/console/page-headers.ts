/** The value of `origin` if people sign in at the origin from which the page came. */
export const sameOrigin = 'self';

/**
 * Returns the headers of every file of the page. The policy (Content Security Policy Level 3) allows only the page's own
 * script and style sheet, and requests only to the API and to the token endpoint of the sign-in. No other page may frame
 * this one. A text can never become script, because the policy also requires Trusted Types.
 * @param signIn origin of the sign-in, or `self`
 */
export function pageHeaders(signIn: string): Readonly<Record<string, string>> {
  const connect = signIn === sameOrigin ? "'self'" : `'self' ${signIn}`;
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
}
