import { findOwner } from '#server/features/centers/repository/of-owner.ts'
import { centerPage } from '#server/features/centers/rules/center-page.ts'
import { lockCenter } from '#server/features/centers/usecases/lock-center.ts'
import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { runEach } from '#server/platform/each-row.ts'
import { secondMs } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import { SellerRefusedError } from '#server/platform/payment-gateway.ts'
import type { Platform } from '#server/platform/platform.ts'
import { ConsentRefusedError } from '#server/platform/seller-accounts.ts'
import { lostMail, lostText } from '../payment-accounts.mail.ts'
import * as repository from '../repository/payment-accounts.ts'
import { openTokens, refreshAtOf, sealTokens } from './sealed-tokens.ts'

/** Longer than the gateway may take to answer. */
const leaseMs = 30 * secondMs
const batch = 100

type Refresh = {
  id: string
  /** The access token that the gateway refused; nothing is renewed when another process has replaced it since. */
  refused?: string
}

/**
 * Renews the tokens of an account. One process at a time does it, because the earlier refresh token works no more; both new tokens are
 * stored together. @throws SellerRefusedError when the owner has to connect the account again, after telling the owner
 */
export async function refreshTokens(platform: Platform, { id, refused }: Refresh): Promise<void> {
  const { db, clock, gateway } = platform
  if (!gateway?.accounts) return
  const now = clock.now()
  const sealed = await repository.claimRefresh(db, { id, now, until: new Date(now.getTime() + leaseMs) })
  if (!sealed) throw new Error('another process renews the access of this account')
  const tokens = openTokens(platform, { id, sealed })
  if (tokens && refused !== undefined && tokens.accessToken !== refused) {
    await repository.releaseRefresh(db, { id })
    return
  }
  try {
    if (!tokens) throw new ConsentRefusedError('SECRET_KEY was replaced, and the tokens do not open')
    const renewed = await gateway.accounts.refresh({ refreshToken: tokens.refreshToken, now })
    const sealedTokens = sealTokens(platform, { id, tokens: renewed })
    await repository.setTokens(db, { id, sealedTokens, ...renewed, refreshAt: refreshAtOf(renewed) })
  } catch (error) {
    if (!(error instanceof ConsentRefusedError)) {
      await repository.releaseRefresh(db, { id })
      throw error
    }
    await loseAccount(platform, { id, sealedTokens: sealed })
    throw new SellerRefusedError('the owner has to connect the account again', { cause: error })
  }
}

/**
 * Records once that the gateway refuses the account, and tells the centre's owner; nothing when the owner has connected it again since.
 * A connection locks the centre before the account, and so does this: the row of the centre shows whether it is paid online.
 */
async function loseAccount(
  platform: Platform,
  { id, sealedTokens }: { id: string; sealedTokens: Buffer },
): Promise<void> {
  const now = platform.clock.now()
  await platform.db.transaction().execute(async (tx) => {
    const account = await repository.findAccount(tx, { id })
    if (!account) return
    await lockCenter(tx, account)
    const lost = await repository.setLost(tx, { id, sealedTokens, now })
    const owner = lost && (await findOwner(tx, lost))
    if (!owner) return
    const href = centerPage(lost.centerId, 'dinero')
    const content = lostMail({ ...lost, publicUrl: platform.settings.publicUrl, href })
    const { subject: title, text: message } = lostText(lost)
    const notice = { event: 'payment_accounts.lost', about: null, thread: `payment account ${id}` } as const
    const entry = { ...notice, to: { userId: lost.centerId }, title, message, href }
    await notifyUsers(tx, { platform, entries: [entry] })
    await queueMail(tx, { platform, to: owner.email, kind: 'payment_accounts.lost', ...content })
  })
}

/** Renews what ends within a month. */
export async function refreshDueTokens(platform: Platform): Promise<void> {
  if (!platform.gateway?.accounts) return
  const rows = await repository.listToRefresh(platform.db, { now: platform.clock.now(), limit: batch })
  await runEach({
    log: platform.log,
    rows,
    about: ({ id }) => ({ paymentAccountId: id }),
    failure: 'the access of a payment account could not be renewed',
    run: ({ id }) => refreshTokens(platform, { id }),
  })
}

/** The seller may have withdrawn the consent, which any visitor can claim: only the gateway's refusal counts. */
export async function checkAccount(platform: Platform, { accountId }: { accountId: string }): Promise<void> {
  const { db, gateway } = platform
  if (!gateway?.accounts) return
  const account = await repository.findByAccountId(db, { gateway: gateway.name, accountId })
  if (!account) return
  const { sealedTokens } = (await repository.findAccount(db, account)) ?? {}
  const tokens = sealedTokens && openTokens(platform, { ...account, sealed: sealedTokens })
  if (!tokens) return
  try {
    await gateway.accounts.describe(tokens)
  } catch (error) {
    if (!(error instanceof SellerRefusedError)) throw error
    await refreshTokens(platform, { ...account, refused: tokens.accessToken }).catch((failure: unknown) => {
      if (!(failure instanceof SellerRefusedError)) throw failure
    })
  }
}
