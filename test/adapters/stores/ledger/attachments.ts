import { MemoryContent } from '../../../../adapters/memory/content.ts';
import { actionPlaneStore } from '../../../../adapters/tables/action-plane-store.ts';
import { ledger } from '../../../../adapters/tables/ledger.ts';
import { sha256 } from '../../../../contract/values/canonical.ts';
import { someAction, someKey, someRecord } from '../../../support/rows.ts';
import { codeOf, opener, type OpenStores, staging } from '../under-test.ts';
import { describe, expect, test } from 'vitest';

export function attachmentLaws(name: string, open: OpenStores): void {
  const opened = opener(open);
  describe(`The ledger ${name}`, () => {
    test('If an attachment is over 64 KB, all attachments of the call are stored in the content store before the Action, and are read by their hashes', async () => {
      const { database } = open();
      const content = new MemoryContent();
      const [texts, action] = [['{"amount":"1"}', `"${'x'.repeat(64 * 1024)}"`], someAction()];
      const key = someKey();
      content.away = true;
      const put = () => ledger(database, content).record(key, someRecord(key), staging(action, texts));
      expect(await codeOf(put())).toBe('dependency.unavailable');
      expect(await actionPlaneStore(database, content).action(action.id)).toBeUndefined();
      content.away = false;
      expect(await put()).toMatchObject({ found: 'ours' });
      expect([...content.names('payloads')].sort()).toEqual(texts.map((text) => sha256(text)).sort());
      const plane = actionPlaneStore(database, content);
      for (const text of texts) expect(await plane.attachment(sha256(text))).toBe(text);
      content.tamper('payloads', sha256(texts[0] ?? ''), Buffer.from('{"amount":"9"}'));
      expect(await codeOf(plane.attachment(sha256(texts[0] ?? '')))).toBe('replay.diverged');
    });

    test('Attachments of every size are stored with the Action and are read by their hashes', async () => {
      const { ledger, plane } = opened();
      const key = someKey();
      const texts = ['{"small":1}', JSON.stringify('ğ'.repeat(30_000))];
      await ledger.record(key, someRecord(key), staging(someAction(), texts));
      for (const text of texts) expect(await plane.attachment(sha256(text))).toBe(text);
      expect(await plane.attachment(sha256('no such'))).toBeUndefined();
      expect(await plane.action(`blob#${sha256(texts[0] ?? '')}`)).toBeUndefined();
    });
  });
}
