import { randomBytes } from 'node:crypto'
import type { PaymentAccount } from '#contract/payment-accounts.ts'
import { lockOwnCenter, requireOwner } from '#server/features/centers/usecases/require-member.ts'
import { newId, newSecret } from '#server/platform/ids.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { lockInTransaction } from '#server/platform/postgres/advisory-lock.ts'
import { countAttempts } from '#server/platform/rate-limit.ts'
import { keyedHash, seal, unseal } from '#server/platform/secrets.ts'
import type { SellerAccounts } from '#server/platform/seller-accounts.ts'
import { fail } from '../payment-accounts.errors.ts'
import * as repository from '../repository/payment-accounts.ts'
import { consumeRequest, findRequest, insertRequest } from '../repository/requests.ts'
import { listDisputed, listRefused } from '../repository/troubled-payments.ts'
import { refreshAtOf, sealTokens } from './sealed-tokens.ts'

type Owner = { userId: string; centerId: string }

/** The gateway's code lives as long. */
const requestMinutes = 10
const connectionsPerHour = 30

/** How the centre receives its online payments. The caller has checked that the user owns it. */
export async function readAccount({ db, gateway, clock }: Platform, { centerId }: { centerId: string }) {
  const account = await repository.findConnected(db, { centerId })
  const [disputed, refused] = await Promise.all([listDisputed(db, { centerId }), listRefused(db, { centerId })])
  return {
    disputed,
    refused,
    gatewayLabel: gateway?.accounts ? gateway.label : null,
    account: account ? { label: account.label, connectedAt: account.connectedAt, lostAt: account.lostAt } : null,
    openPayments: account ? await repository.countOpenPayments(db, { ...account, now: clock.now() }) : 0,
  } satisfies Record<keyof PaymentAccount, unknown>
}

/** @throws payment_accounts.off */
function requireAccounts({ gateway }: Platform): SellerAccounts & { gateway: string } {
  if (!gateway?.accounts) throw fail('payment_accounts.off')
  return { ...gateway.accounts, gateway: gateway.name }
}

/** What is stored of a state, so that a stolen dump completes no connection. */
const stateHashOf = ({ secret }: Pick<Platform, 'secret'>, state: string) =>
  keyedHash({ secret, purpose: 'payment account state', text: state })
const purposeOf = (stateHash: string) => `payment account request ${stateHash}`

/** Begins to connect an account. @returns the page on which the owner of the account consents */
export async function beginConnection(platform: Platform, { userId, centerId }: Owner): Promise<string> {
  const { db, clock, secret } = platform
  await requireOwner(db, { userId, centerId })
  const accounts = requireAccounts(platform)
  await countAttempts(platform, [
    { name: 'payment_accounts.connect', key: userId, limit: connectionsPerHour, windowSeconds: 3600 },
  ])
  const state = newSecret()
  const codeVerifier = randomBytes(48).toString('base64url')
  const stateHash = stateHashOf(platform, state)
  const sealedVerifier = seal({ secret, purpose: purposeOf(stateHash), text: codeVerifier })
  const expiresAt = new Date(clock.now().getTime() + requestMinutes * minuteMs)
  await insertRequest(db, { stateHash, centerId, sealedVerifier, expiresAt })
  return accounts.authorizationUrl({ state, codeVerifier })
}

type Consent = { userId: string; state: string; code: string }

/**
 * Connects the account whose owner consented, for the centre that began it: only its owner's session completes it, so that a link that a
 * stranger prepared connects nothing. @returns the centre
 */
export async function completeConnection(platform: Platform, { userId, state, code }: Consent): Promise<string> {
  const { db, clock, secret, log, settings } = platform
  const accounts = requireAccounts(platform)
  await countAttempts(platform, [
    { name: 'payment_accounts.complete', key: userId, limit: connectionsPerHour, windowSeconds: 3600 },
  ])
  const stateHash = stateHashOf(platform, state)
  const now = clock.now()
  const request = await findRequest(db, { stateHash, now })
  if (!request) throw fail('payment_accounts.unknown_request')
  const { centerId } = request
  await requireOwner(db, { userId, centerId })
  const consumed = await consumeRequest(db, { stateHash, now })
  const codeVerifier = consumed && unseal({ secret, purpose: purposeOf(stateHash), sealed: consumed.sealedVerifier })
  if (codeVerifier === undefined) throw fail('payment_accounts.unknown_request')
  const granted = await grant(accounts, { code, codeVerifier, now }).catch((error: unknown) => {
    log.warn({ err: error, centerId }, 'an account at the gateway could not be connected')
    throw fail('payment_accounts.refused')
  })
  // Its payments are play money, which would count as paid visits.
  if (granted.isTest && settings.production) throw fail('payment_accounts.test_account')
  await db.transaction().execute(async (tx) => {
    await lockOwnCenter(tx, { userId, centerId })
    // Two connections of one account insert its row at once, and each would wait for the other's.
    await lockInTransaction(tx, { kind: 'payment-account', id: granted.accountId })
    const account = { centerId, gateway: accounts.gateway, ...granted, refreshAt: refreshAtOf(granted), now }
    const id = (await repository.findIdOf(tx, account)) ?? newId()
    await repository.setDisconnected(tx, { centerId, keepId: id, now })
    const sealedTokens = sealTokens(platform, { id, tokens: granted })
    if (!(await repository.upsertConnected(tx, { ...account, id, sealedTokens }))) throw fail('payment_accounts.taken')
  })
  return centerId
}

async function grant(accounts: SellerAccounts, consent: { code: string; codeVerifier: string; now: Date }) {
  const tokens = await accounts.exchangeCode(consent)
  return { ...tokens, ...(await accounts.describe(tokens)) }
}

/** The account's payments are still read and given back with it; new ones are not possible. */
export async function disconnectAccount({ db, clock }: Platform, { userId, centerId }: Owner): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOwnCenter(tx, { userId, centerId })
    await repository.setDisconnected(tx, { centerId, now: clock.now() })
  })
}
