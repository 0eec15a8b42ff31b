import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { sql } from 'kysely'
import type pg from 'pg'

import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { seal, unseal } from '#server/platform/secrets.ts'

export const algorithm = 'ES256'

type KeySet = {
  loadedAt: number
  signing: { kid: string; key: CryptoKey }
  verifying: Map<string, CryptoKey>
  publicKeys: JWK[]
}

/** Any fixed number that is not another lock's (demo.ts, migrate.ts): whoever holds this lock is the one process that makes the first key. */
const lockKey = 7_363_643
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
    const found = await listKeys({ tx, platform })
    if (found.some((row) => !row.retired)) return found
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
    // Somebody else may have made it while we waited.
    if (!(await listKeys({ tx, platform })).some((row) => !row.retired)) await makeKey({ tx, platform })
    return listKeys({ tx, platform })
  })
  const keys = await Promise.all(
    rows.map(async (row) => ({ ...row, verifying: (await importJWK(row.publicJwk, algorithm)) as CryptoKey })),
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

type Key = { kid: string; publicJwk: JWK; privateJwk: JWK; retired: boolean }

/** The newest first. Keys of another SECRET_KEY count for nothing: they may be the reason why it was changed. */
async function listKeys({ tx, platform }: { tx: Tx; platform: Platform }): Promise<Key[]> {
  const rows = await tx.selectFrom('signing_keys').selectAll().orderBy('created_at', 'desc').orderBy('kid').execute()
  return rows.flatMap((row) => {
    const text = unseal({ secret: platform.secret, purpose: purposeOf(row.kid), sealed: row.sealed_private_jwk })
    if (text === undefined) return []
    const privateJwk: JWK = JSON.parse(text)
    return { kid: row.kid, publicJwk: row.public_jwk as JWK, privateJwk, retired: row.retired_at !== null }
  })
}

/** With the key's id, so that no key can be put in another one's place. */
function purposeOf(kid: string): string {
  return `signing key ${kid}`
}

async function makeKey(o: { tx: Tx; platform: Platform }): Promise<void> {
  const { secret, clock } = o.platform
  const pair = await generateKeyPair(algorithm, { extractable: true })
  const kid = await calculateJwkThumbprint(await exportJWK(pair.publicKey))
  const common = { kid, alg: algorithm, use: 'sig' }
  const privateJwk: JWK = { ...(await exportJWK(pair.privateKey)), ...common }
  await o.tx
    .insertInto('signing_keys')
    .values({
      kid,
      sealed_private_jwk: seal({ secret, purpose: purposeOf(kid), text: JSON.stringify(privateJwk) }),
      public_jwk: JSON.stringify({ ...(await exportJWK(pair.publicKey)), ...common }),
      created_at: clock.now(),
    })
    .execute()
}
