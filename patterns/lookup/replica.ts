import { declaredBy, type Sor } from '../../contract/artefacts/sor.ts';
import { unavailable } from './unavailable.ts';

/**
 * Refuses an answer from a replica that lags too far behind, for a found and for a missing record. If a source declares
 * a lag header and does not send it, the age of its answer is unknown.
 * @throws Failure `dependency.unavailable` with `lookup.stale_replica`
 */
export function mustBeFresh(sor: Sor, headers: Readonly<Record<string, string>>): void {
  const { replica } = declaredBy(sor);
  if (!replica) return;
  const name = replica.lagHeader.toLowerCase();
  const [, lag] = Object.entries(headers).find(([header]) => header.toLowerCase() === name) ?? [];
  if (lag === undefined || !/^\d{1,9}(?:\.\d{1,9})?$/.test(lag.trim())) {
    throw unavailable('lookup.stale_replica', 'the source does not say how far its replica lags behind');
  }
  if (Number(lag) > replica.maxLagSeconds) {
    throw unavailable('lookup.stale_replica', `the replica lags more than ${replica.maxLagSeconds} s behind`);
  }
}
