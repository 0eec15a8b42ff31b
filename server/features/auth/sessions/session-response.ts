import { accessTokenSeconds, type SignInput, signAccessToken } from './access-tokens.ts'
import { refreshTokenOf } from './refresh-tokens.ts'
import { userResponse } from './user-response.ts'

export type Tokens = {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  /** In seconds since 1970. */
  expires_at: number
  refresh_token: string
}

export async function issueTokens(input: SignInput): Promise<Tokens> {
  const { accessToken, expiresAt } = await signAccessToken(input)
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
    expires_at: expiresAt,
    refresh_token: refreshTokenOf({ session: input.session, secret: input.platform.secret }),
  }
}

export async function sessionResponse(input: SignInput): Promise<object> {
  return { ...(await issueTokens(input)), user: userResponse(input.user) }
}
