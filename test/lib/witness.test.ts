import { describe, expect, it } from 'vitest';
import { verifierText } from '../../audit-log/signed-note.ts';
import { witnessOf } from '../../lib/witness.ts';
import { planes, sampleWitness } from './planes.ts';

const { url, key: witnessKey } = sampleWitness;
const noteKey = { name: 'witness.example/w1', publicKey: new Uint8Array(32).fill(7) };

describe('The witness of a deployment', () => {
  it('Without -c witness and -c witnessKey, the deployment has no witness', () => {
    expect(witnessOf({ values: {} }, false)).toEqual({});
  });

  it('With -c witness and -c witnessKey, the deployment has the URL and the key of the witness', () => {
    expect(witnessOf({ values: { witness: url, witnessKey } }, false)).toEqual({ witness: { url, key: witnessKey } });
  });

  it.each([
    [{ witness: url }, 'needs its URL and its key'],
    [{ witnessKey }, 'needs its URL and its key'],
    [{ witness: url, witnessKey: verifierText(noteKey) }, 'is not the key of a witness'],
    [{ witness: url, witnessKey: `${witnessKey}A` }, 'is not the key of a witness'],
    [{ witness: 'http://witness.example', witnessKey }, 'does not begin with https://'],
    [{ witness: 'https://169.254.169.254/w1', witnessKey }, 'has an IP address'],
    [{ witness: 'http://127.0.0.1:8080/w1', witnessKey }, 'does not begin with https://'],
    [{ witness: 'https://witness.example/w1?log=1', witnessKey }, 'more than an origin and a path'],
    [{ witness: 'witness.example', witnessKey }, 'is not a URL'],
  ])('A deploy with the context %j is refused, and the message says why', (values, why) => {
    expect(() => witnessOf({ values }, false)).toThrow(why);
  });

  it('In the local cloud, the witness may be an address of this machine', () => {
    const values = { witness: 'http://127.0.0.1:8080/w1', witnessKey };
    expect(witnessOf({ values }, true)).toEqual({ witness: { url: 'http://127.0.0.1:8080/w1', key: witnessKey } });
  });

  it('Only the function that seals the log gets the URL and the key of the witness', () => {
    const plane = planes({ witness: sampleWitness });
    const told = Object.entries(plane.of('AWS::Lambda::Function')).filter(([, resource]) =>
      JSON.stringify(resource).includes('witness.example'),
    );
    expect(told).toHaveLength(1);
    expect(told[0]?.[0]).toMatch(/AuditSeal/i);
    const variables = { AUDIT_WITNESS: url, AUDIT_WITNESS_KEY: witnessKey };
    expect(told[0]?.[1].Properties['Environment']).toMatchObject({ Variables: variables });
  });

  it('A deployment with a witness has an alarm for a witness that does not cosign for 15 minutes, and a deployment without a witness does not', () => {
    const alarmsOf = (plane: ReturnType<typeof planes>) =>
      Object.values(plane.of('AWS::CloudWatch::Alarm'))
        .map(({ Properties }) => Properties)
        .filter(({ MetricName }) => MetricName === 'audit.notCosigned');
    const alarm = { Threshold: 1, EvaluationPeriods: 3, Period: 300 };
    expect(alarmsOf(planes({ witness: sampleWitness }))).toMatchObject([alarm]);
    expect(alarmsOf(planes())).toEqual([]);
  });
});
