import { declaredBy, type Sor } from '../../contract/artefacts/sor.ts';
import { unavailable } from './unavailable.ts';

/**
 * Refuses an answer from a replica that lags too far behind, whether the record was found or not. If the SoR file
 * declares a lag header and the answer lacks it, the answer is refused too.
 * @throws Failure `dependency.unavailable` with `lookup.stale_replica`
 */
export function mustBeFresh(sor: Sor, headers: Readonly<Record<string, string>>): void {
  const { replica } = declaredBy(sor);
  if (!replica) return;
  const name = replica.lagHeader.toLowerCase();
  const [, lag] = Object.entries(headers).find(([header]) => header.toLowerCase() === name) ?? [];
  if (lag === undefined || !/^\d{1,9}(?:\.\d{1,9})?$/.test(lag.trim())) {
    throw unavailable(
      'lookup.stale_replica',
      'the source did not send the header that says how far its replica lags behind',
    );
  }
  if (Number(lag) > replica.maxLagSeconds) {
    throw unavailable(
      'lookup.stale_replica',
      `the replica of the source lags more than ${replica.maxLagSeconds} s behind`,
    );
  }
}
