import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './pages.ts';

const page = readFileSync(join(root, 'docs', 'security.md'), 'utf8');
/** Risks of the OWASP Top 10 for Agentic Applications 2026. */
const risks = [
  'ASI01: Agent Goal Hijack',
  'ASI02: Tool Misuse and Exploitation',
  'ASI03: Identity and Privilege Abuse',
  'ASI04: Agentic Supply Chain Vulnerabilities',
  'ASI05: Unexpected Code Execution',
  'ASI06: Memory and Context Poisoning',
  'ASI07: Insecure Inter-Agent Communication',
  'ASI08: Cascading Failures',
  'ASI09: Human-Agent Trust Exploitation',
  'ASI10: Rogue Agents',
];
const sections = page.split(/^## /m).slice(1);
const named = [...page.matchAll(/^- “([^”]+)” \(`(test\/[^`]+)`\)$/gm)].map(([, title = '', file = '']) => [
  title,
  file,
]);

describe('The threat model', () => {
  it('The page has a section for each of the ten risks, with its limits, its tests and what the product does not do', () => {
    expect(sections.map((text) => text.split('\n')[0]).slice(0, -1)).toEqual(risks);
    for (const section of sections.slice(0, -1)) {
      expect(section).toMatch(/^What limits it: /m);
      expect(section).toMatch(/^- “/m);
      expect(section).toMatch(/^What it does not do: /m);
    }
  });

  it('Each line that names a test has its title and its file', () => {
    expect(named.length).toBe(page.match(/^- /gm)?.length);
  });

  it.each(named)('The test “%s” of the page exists in %s', (title, file) => {
    const text = readFileSync(join(root, file), 'utf8');
    expect([`'${title}'`, `\`${title}\``].some((quoted) => text.includes(quoted))).toBe(true);
  });
});
