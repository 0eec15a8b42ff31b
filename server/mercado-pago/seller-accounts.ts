import { createHash } from 'node:crypto'
import { z } from 'zod'
import { newId } from '#server/platform/ids.ts'
import { secondMs } from '#server/platform/local-time.ts'
import { ConsentRefusedError, type SellerAccounts, type SellerTokens } from '#server/platform/seller-accounts.ts'
import { type Client, MercadoPagoError } from './client.ts'
import { id } from './payments.ts'

const tokens = z.object({
  access_token: z.string().min(1).max(500),
  refresh_token: z.string().min(1).max(500),
  user_id: id,
  expires_in: z.number().int().positive(),
})

const described = z.object({
  nickname: z.string().nullish(),
  email: z.string().nullish(),
  tags: z.array(z.string()).catch([]),
})

export type Application = {
  clientId: string
  clientSecret: string
  /** https://auth.mercadopago.com, or that of a double. */
  authorization: string
  /** The address that is registered for the application. */
  redirectUri: string
}

export function createSellerAccounts(
  { clientId, clientSecret, authorization, redirectUri }: Application,
  call: Client,
): SellerAccounts {
  const request = async (grant: object, now: Date): Promise<SellerTokens> => {
    try {
      const body = { client_id: clientId, client_secret: clientSecret, ...grant }
      const answer = await call(tokens, { method: 'POST', path: '/oauth/token', token: undefined, key: newId(), body })
      return {
        accountId: answer.user_id,
        accessToken: answer.access_token,
        refreshToken: answer.refresh_token,
        expiresAt: new Date(now.getTime() + answer.expires_in * secondMs),
      }
    } catch (error) {
      // Wrong credentials of Senda itself (invalid_client) are no refusal of the seller.
      if (error instanceof MercadoPagoError && error.codes.includes('invalid_grant')) {
        throw new ConsentRefusedError('Mercado Pago does not accept the code or the refresh token', { cause: error })
      }
      throw error
    }
  }
  return {
    authorizationUrl({ state, codeVerifier }) {
      const parameters = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        platform_id: 'mp',
        state,
        redirect_uri: redirectUri,
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
      })
      return `${authorization}/authorization?${parameters}`
    },
    exchangeCode: ({ code, codeVerifier, now }) =>
      request({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier }, now),
    refresh: ({ refreshToken, now }) => request({ grant_type: 'refresh_token', refresh_token: refreshToken }, now),
    async describe({ accessToken }) {
      const user = await call(described, { method: 'GET', path: '/users/me', token: accessToken })
      const label = user.nickname || user.email || 'Mercado Pago'
      return { label: label.slice(0, 200), isTest: user.tags.includes('test_user') }
    },
  }
}
