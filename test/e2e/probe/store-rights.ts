import type { ContentGrant, Store, StoreUse } from '../../../contract/platform/functions.ts';
import { storeLayouts } from '../../../contract/platform/stores.ts';
import { awsVerbs } from '../../support/aws-verbs.ts';

/** Returns the rights on stores. A right to query includes the table and each of its indexes. */
export const storeRights = (stores: Partial<Record<Store, readonly StoreUse[]>>): string[] =>
  Object.entries(stores).flatMap(([store, uses]) =>
    uses.flatMap((use) => {
      const indexes = use === 'query' ? Object.keys(storeLayouts[store as Store].indexes) : [];
      return [store, ...indexes.map((index) => `${store} ${index}`)].map((of) => `${awsVerbs[use]} ${of}`);
    }),
  );

/** Returns the rights on areas of the content store. */
export const contentRights = ({ read = [], write = [] }: ContentGrant = {}): string[] => [
  ...read.map((area) => `GetObject ${area}/`),
  ...write.map((area) => `PutObject ${area}/`),
];
