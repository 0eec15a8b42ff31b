import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type pg from 'pg'
import { minuteMs } from '#server/platform/local-time.ts'

import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { seal, unseal } from '#server/platform/secrets.ts'
import { deleteRetiredKeys, insertKey, listKeyRows, listSigningRows, lockKeys } from '../repository/signing-keys.ts'

export const algorithm = 'ES256'

/** A little longer than an access token's lifetime, as two processes' clocks may differ. */
const trustedAfterRetirementMs = 65 * minuteMs

/** One unsealed row. `retiredAt` may be in the future: the key signs until then. */
export type SigningKey = { kid: string; publicJwk: JWK; privateJwk: JWK; signsFrom: Date; retiredAt: Date | null }

export type ImportedKey = { kid: string; key: CryptoKey }

type LoadedKey = { key: SigningKey; verifying: CryptoKey }

/** After this time every process stops trusting a deleted key. It costs two small queries a second. */
const reloadAfterMs = 500
/** An unknown key may be new, so it is looked up again; but forged key ids must not cause a query each. */
const reloadForUnknownAfterMs = 20

const loadedOfPool = new WeakMap<pg.Pool, { startedAt: number; keys: Promise<LoadedKey[]> }>()

/** The last signing key, by the secret that unsealed it: unsealing and importing are more expensive than signing. */
const lastSigningKeyOf = new WeakMap<Uint8Array, ImportedKey>()

/** Read for each token: a token signed with a former key would be refused everywhere. */
export async function signingKey(platform: Platform, db: Db = platform.db): Promise<ImportedKey> {
  const { secret } = platform
  const cached = lastSigningKeyOf.get(secret)
  for (const row of await listSigningRows(db, { now: platform.clock.now() })) {
    if (cached?.kid === row.kid) return cached
    const privateJwk = unsealKey({ secret, ...row })
    if (privateJwk) return cacheSigningKey({ secret, kid: row.kid, privateJwk })
  }
  return cacheSigningKey({ secret, ...(await createFirstKey(platform)) })
}

async function cacheSigningKey({ kid, privateJwk, secret }: { secret: Uint8Array; kid: string; privateJwk: JWK }) {
  const cached = { kid, key: (await importJWK(privateJwk, algorithm)) as CryptoKey }
  lastSigningKeyOf.set(secret, cached)
  return cached
}

/** Undefined for a key sealed with another SECRET_KEY. */
function unsealKey({
  secret,
  kid,
  sealed_private_jwk,
}: {
  secret: Uint8Array
  kid: string
  sealed_private_jwk: Buffer
}): JWK | undefined {
  const text = unseal({ secret, purpose: purposeOf(kid), sealed: sealed_private_jwk })
  return text === undefined ? undefined : (JSON.parse(text) as JWK)
}

export async function verifyingKey({
  kid,
  platform,
}: {
  platform: Platform
  kid: string
}): Promise<CryptoKey | undefined> {
  const hasKid = ({ key }: LoadedKey) => key.kid === kid
  const known = (await verifyingKeys(platform, { maxAgeMs: reloadAfterMs })).find(hasKid)
  const loaded = known ?? (await verifyingKeys(platform, { maxAgeMs: reloadForUnknownAfterMs })).find(hasKid)
  return loaded && isTrusted({ key: loaded.key, now: platform.clock.now() }) ? loaded.verifying : undefined
}

/** The key that signs now, the one that will sign next, and former ones while tokens signed with them may be in use. */
export async function publicKeys(platform: Platform): Promise<JWK[]> {
  const now = platform.clock.now()
  const keys = await listKeys(platform.db, platform)
  if (!newestSigning({ keys, now })) keys.unshift(await createFirstKey(platform))
  return keys.filter((key) => isTrusted({ key, now })).map((key) => key.publicJwk)
}

export function isTrusted({ key, now }: { key: Pick<SigningKey, 'retiredAt'>; now: Date }): boolean {
  const { retiredAt } = key
  return retiredAt === null || now.getTime() - retiredAt.getTime() < trustedAfterRetirementMs
}

/** The key that signs now; undefined when there is none yet. */
export function newestSigning<Key extends Pick<SigningKey, 'signsFrom' | 'retiredAt'>>({
  keys,
  now,
}: {
  keys: readonly Key[]
  now: Date
}): Key | undefined {
  return keys
    .filter(({ signsFrom, retiredAt }) => signsFrom <= now && (retiredAt === null || retiredAt > now))
    .toSorted((a, b) => b.signsFrom.getTime() - a.signsFrom.getTime())[0]
}

function verifyingKeys(platform: Platform, { maxAgeMs }: { maxAgeMs: number }): Promise<LoadedKey[]> {
  const known = loadedOfPool.get(platform.pool)
  const now = performance.now()
  if (known && now - known.startedAt < maxAgeMs) return known.keys
  const loading = { startedAt: now, keys: loadVerifyingKeys(platform) }
  loadedOfPool.set(platform.pool, loading)
  // The next request retries a failure.
  loading.keys.catch(() => loadedOfPool.delete(platform.pool))
  return loading.keys
}

async function loadVerifyingKeys(platform: Platform): Promise<LoadedKey[]> {
  const keys = await listKeys(platform.db, platform)
  return Promise.all(
    keys.map(async (key) => ({ key, verifying: (await importJWK(key.publicJwk, algorithm)) as CryptoKey })),
  )
}

/** The newest first. Omits keys sealed with another SECRET_KEY: they may be the reason for its change. */
export async function listKeys(db: Db | Tx, { secret }: Pick<Platform, 'secret'>): Promise<SigningKey[]> {
  return (await listKeyRows(db)).flatMap((row) => {
    const privateJwk = unsealKey({ secret, ...row })
    if (!privateJwk) return []
    const publicJwk = row.public_jwk as JWK
    return { kid: row.kid, publicJwk, privateJwk, signsFrom: row.signs_from, retiredAt: row.retired_at }
  })
}

/** One process creates it, even when many request it simultaneously. */
async function createFirstKey(platform: Platform): Promise<SigningKey> {
  return platform.db.transaction().execute(async (tx) => {
    await lockKeys(tx)
    const now = platform.clock.now()
    // Another process may have created it while this one waited.
    return newestSigning({ keys: await listKeys(tx, platform), now }) ?? createKey(tx, { platform, signsFrom: now })
  })
}

export async function createKey(
  tx: Tx,
  { platform, signsFrom }: { platform: Platform; signsFrom: Date },
): Promise<SigningKey> {
  const { secret, clock } = platform
  const pair = await generateKeyPair(algorithm, { extractable: true })
  const kid = await calculateJwkThumbprint(await exportJWK(pair.publicKey))
  const common = { kid, alg: algorithm, use: 'sig' }
  const privateJwk: JWK = { ...(await exportJWK(pair.privateKey)), ...common }
  const publicJwk: JWK = { ...(await exportJWK(pair.publicKey)), ...common }
  const sealedPrivateJwk = seal({ secret, purpose: purposeOf(kid), text: JSON.stringify(privateJwk) })
  await insertKey(tx, { kid, sealedPrivateJwk, publicJwk, signsFrom, now: clock.now() })
  return { kid, publicJwk, privateJwk, signsFrom, retiredAt: null }
}

export async function deleteExpiredKeys(db: Db | Tx, now: Date): Promise<void> {
  await deleteRetiredKeys(db, { retiredBefore: new Date(now.getTime() - trustedAfterRetirementMs) })
}

/** Contains the key's id, so that a key can't be moved to another row. */
function purposeOf(kid: string): string {
  return `signing key ${kid}`
}
