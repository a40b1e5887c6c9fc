import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/** Stores the simulated provider's sign-ins in memory: after a restart people sign in again. */
export function memoryAdapter(): AdapterFactory {
  const rows = new Map<string, { readonly payload: AdapterPayload; readonly until: number }>();
  const unexpired = (key: string) => {
    const row = rows.get(key);
    if (row && row.until > Date.now()) return row.payload;
    rows.delete(key);
    return undefined;
  };
  const all = (which: (payload: AdapterPayload) => boolean) =>
    [...rows].filter(([, { payload }]) => which(payload));
  return (model: string): Adapter => {
    const keyOf = (id: string) => `${model} ${id}`;
    return {
      upsert: async (id, payload, seconds) => {
        const until = seconds ? Date.now() + seconds * 1_000 : Number.POSITIVE_INFINITY;
        rows.set(keyOf(id), { payload, until });
      },
      find: async id => unexpired(keyOf(id)),
      findByUid: async uid => all(payload => payload.uid === uid)[0]?.[1].payload,
      findByUserCode: async () => undefined,
      consume: async id => {
        const payload = unexpired(keyOf(id));
        if (payload) payload['consumed'] = Math.floor(Date.now() / 1_000);
      },
      destroy: async id => void rows.delete(keyOf(id)),
      revokeByGrantId: async grant => {
        for (const [key] of all(payload => payload.grantId === grant)) rows.delete(key);
      },
    };
  };
}
