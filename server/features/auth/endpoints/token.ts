import { failAuth } from '../protocol/errors.ts'
import type { AuthRequest, Endpoint } from '../protocol/request.ts'
import { countSignIn } from '../sessions/count-sign-in.ts'
import { grantByIdToken } from './id-token-grant.ts'
import { grantByPassword } from './password-grant.ts'
import { grantByPkce } from './pkce-grant.ts'
import { grantByRefreshToken } from './refresh-grant.ts'

const grants = new Map<string, Endpoint>([
  ['password', grantByPassword],
  ['refresh_token', grantByRefreshToken],
  ['pkce', grantByPkce],
  ['id_token', grantByIdToken],
  ['web3', refuseWallets],
])

function refuseWallets(): never {
  throw failAuth('web3_provider_disabled')
}

/** POST /token?grant_type=… */
export async function token(request: AuthRequest): Promise<Response> {
  const grant = grants.get(request.c.req.query('grant_type') ?? '')
  if (!grant) throw failAuth('invalid_credentials', { message: 'unsupported_grant_type' })
  // Renewing a session is no sign-in.
  return grant === grantByRefreshToken ? grant(request) : countSignIn(grant(request))
}
