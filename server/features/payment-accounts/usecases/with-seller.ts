import { type PaymentGateway, type Seller, SellerRefusedError } from '#server/platform/payment-gateway.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findAccount } from '../repository/payment-accounts.ts'
import { refreshTokens } from './refresh-tokens.ts'
import { openTokens } from './sealed-tokens.ts'

type Call<T> = (input: { gateway: PaymentGateway; seller: Seller | null }) => Promise<T>

/**
 * Calls the gateway in the name of an account; null: the gateway knows none. An access that the gateway refuses is renewed once.
 * @throws SellerRefusedError when the owner has to connect the account again
 */
export async function withSeller<T>(
  platform: Platform,
  { gateway, paymentAccountId }: { gateway: PaymentGateway; paymentAccountId: string | null },
  call: Call<T>,
): Promise<T> {
  if (paymentAccountId === null) return call({ gateway, seller: null })
  const seller = await requireSeller(platform, { paymentAccountId })
  try {
    return await call({ gateway, seller })
  } catch (error) {
    if (!(error instanceof SellerRefusedError)) throw error
    await refreshTokens(platform, { id: paymentAccountId, refused: seller.accessToken })
    return call({ gateway, seller: await requireSeller(platform, { paymentAccountId }) })
  }
}

async function requireSeller(
  platform: Platform,
  { paymentAccountId: id }: { paymentAccountId: string },
): Promise<Seller> {
  const account = await findAccount(platform.db, { id })
  const tokens = account?.sealedTokens && openTokens(platform, { id, sealed: account.sealedTokens })
  if (!account || !tokens || account.lostAt !== null) throw new SellerRefusedError('the account is not connected')
  return { accountId: account.accountId, accessToken: tokens.accessToken }
}
