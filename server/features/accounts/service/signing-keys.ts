import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { sql } from 'kysely'
import type pg from 'pg'

import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

export const algorithm = 'ES256'

type KeySet = {
  loadedAt: number
  signing: { kid: string; key: CryptoKey }
  verifying: Map<string, CryptoKey>
  publicKeys: JWK[]
}

/** Any fixed number: whoever holds this lock is the one process that makes the first key. */
const lockKey = 7_363_642
/** How soon a key that another process made is looked for again; forged key ids must not make us ask each time. */
const reloadAfterMs = 5_000

const keySetsOfPool = new WeakMap<pg.Pool, Promise<KeySet>>()

export async function signingKey(platform: Platform): Promise<{ kid: string; key: CryptoKey }> {
  return (await keySet(platform)).signing
}

export async function verifyingKey(o: { platform: Platform; kid: string }): Promise<CryptoKey | undefined> {
  const keys = await keySet(o.platform)
  const known = keys.verifying.get(o.kid)
  if (known || Date.now() - keys.loadedAt < reloadAfterMs) return known
  keySetsOfPool.delete(o.platform.pool)
  return (await keySet(o.platform)).verifying.get(o.kid)
}

export async function publicKeys(platform: Platform): Promise<JWK[]> {
  return (await keySet(platform)).publicKeys
}

function keySet(platform: Platform): Promise<KeySet> {
  const known = keySetsOfPool.get(platform.pool)
  if (known) return known
  const loading = loadKeySet(platform)
  keySetsOfPool.set(platform.pool, loading)
  // What failed is tried again by the next one who asks.
  loading.catch(() => keySetsOfPool.delete(platform.pool))
  return loading
}

async function loadKeySet(platform: Platform): Promise<KeySet> {
  const rows = await platform.db.transaction().execute(async (tx) => {
    const found = await listKeys(tx)
    if (found.some((row) => row.retired_at === null)) return found
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
    // Somebody else may have made it while we waited.
    if (!(await listKeys(tx)).some((row) => row.retired_at === null)) await makeKey({ tx, now: platform.clock.now() })
    return listKeys(tx)
  })
  const keys = await Promise.all(
    rows.map(async (row) => ({
      kid: row.kid,
      publicJwk: row.public_jwk as JWK,
      privateJwk: row.private_jwk as JWK,
      retired: row.retired_at !== null,
      verifying: (await importJWK(row.public_jwk as JWK, algorithm)) as CryptoKey,
    })),
  )
  const newest = keys.find((key) => !key.retired)
  if (!newest) throw new Error('There is no key to sign with.')
  return {
    loadedAt: Date.now(),
    signing: { kid: newest.kid, key: (await importJWK(newest.privateJwk, algorithm)) as CryptoKey },
    verifying: new Map(keys.map((key) => [key.kid, key.verifying])),
    publicKeys: keys.map((key) => key.publicJwk),
  }
}

/** The newest first. */
function listKeys(tx: Tx) {
  return tx.selectFrom('signing_keys').selectAll().orderBy('created_at', 'desc').orderBy('kid').execute()
}

async function makeKey(o: { tx: Tx; now: Date }): Promise<void> {
  const pair = await generateKeyPair(algorithm, { extractable: true })
  const kid = await calculateJwkThumbprint(await exportJWK(pair.publicKey))
  const common = { kid, alg: algorithm, use: 'sig' }
  await o.tx
    .insertInto('signing_keys')
    .values({
      kid,
      private_jwk: JSON.stringify({ ...(await exportJWK(pair.privateKey)), ...common }),
      public_jwk: JSON.stringify({ ...(await exportJWK(pair.publicKey)), ...common }),
      created_at: o.now,
    })
    .execute()
}
