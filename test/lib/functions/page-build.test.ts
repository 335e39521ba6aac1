import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { writePage } from '../../../lib/functions/page-build.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'logic-plane-page-'));
afterAll(() => rmSync(folder, { recursive: true }));
writePage(root, folder);
const names = readdirSync(folder).sort();
const bytesOf = (name: string): Buffer => readFileSync(join(folder, name));
const html = bytesOf('index.html').toString();

describe('The files of the page', () => {
  it('Every file that the page names exists, and its name has a hash of its content', () => {
    const named = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name = '']) => name).sort();
    expect(named).toEqual(names.filter((name) => !name.endsWith('.gz') && name !== 'index.html'));
    expect(named.filter((name) => !/^(main|console|icon)-[A-Z0-9]{8}\.(js|css|svg)$/.test(name))).toEqual([]);
  });

  it('Each file has a compressed sibling with the same content', () => {
    const files = names.filter((name) => !name.endsWith('.gz'));
    expect(names.filter((name) => name.endsWith('.gz'))).toEqual(files.map((name) => `${name}.gz`).sort());
    for (const name of files) expect(gunzipSync(bytesOf(`${name}.gz`)).equals(bytesOf(name)), name).toBe(true);
  });

  it('The page has no inline script, no inline style, and no address of another origin', () => {
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=|https?:/);
  });

  it('All files together have less than 200 KB, compressed', () => {
    const sizes = names.filter((name) => name.endsWith('.gz')).map((name) => bytesOf(name).byteLength);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200 * 1024);
  });

  it('Two builds of the same sources are the same, so a deploy without a change changes nothing', () => {
    const again = mkdtempSync(join(tmpdir(), 'logic-plane-page-'));
    writePage(root, again);
    expect(readdirSync(again).sort()).toEqual(names);
    for (const name of names) expect(readFileSync(join(again, name)).equals(bytesOf(name)), name).toBe(true);
    rmSync(again, { recursive: true });
  });
});
