import type { Adapter, AdapterPayload } from 'oidc-provider'

/** The test provider's memory while it runs. */
export function memoryAdapter(): (name: string) => Adapter {
  const rows = new Map<string, AdapterPayload>()
  return (name) => {
    const keyOf = (id: string) => `${name} ${id}`
    const find = (id: string) => Promise.resolve(rows.get(keyOf(id)))
    return {
      find,
      upsert: async (id, payload) => void rows.set(keyOf(id), payload),
      findByUid: async (uid) => [...rows.values()].find((row) => row.uid === uid && row.kind === name),
      findByUserCode: async () => undefined,
      async consume(id) {
        const row = await find(id)
        if (row) row.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => void rows.delete(keyOf(id)),
      async revokeByGrantId(grantId) {
        for (const [key, row] of rows) if (row.grantId === grantId) rows.delete(key)
      },
    }
  }
}
