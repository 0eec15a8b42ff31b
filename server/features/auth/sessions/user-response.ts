import type { FactorSummary, Identity, User } from '../repository/users.ts'
import { audience } from './access-tokens.ts'

/** The protocol's user object. JSON omits what is undefined here. */
export function userResponse(user: User): object {
  return {
    id: user.id,
    aud: audience,
    role: 'authenticated',
    email: user.email,
    email_confirmed_at: user.email_confirmed_at ?? undefined,
    confirmed_at: user.email_confirmed_at ?? undefined,
    phone: '',
    confirmation_sent_at: user.confirmation_sent_at ?? undefined,
    recovery_sent_at: user.recovery_sent_at ?? undefined,
    new_email: user.new_email ?? undefined,
    email_change_sent_at: user.email_change_sent_at ?? undefined,
    last_sign_in_at: user.last_sign_in_at ?? undefined,
    banned_until: user.suspended_until ?? undefined,
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: user.identities.map((identity) => identityResponse({ identity, user })),
    factors: user.factors.length > 0 ? user.factors.map(factorResponse) : undefined,
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: false,
  }
}

function identityResponse({ identity, user }: { identity: Identity; user: User }): object {
  const { identity_data: data } = identity
  // Of the account's own address, `email_verified` tells our proof: a provider says so of an address that it once verified.
  const isOwn = (data as { email?: unknown }).email === user.email
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: user.id,
    identity_data: isOwn ? { ...(data as object), email_verified: user.email_verified_at !== null } : data,
    provider: identity.provider,
    last_sign_in_at: inUtc(identity.last_sign_in_at ?? identity.created_at),
    created_at: inUtc(identity.created_at),
    updated_at: inUtc(identity.updated_at),
    email: identity.email ?? undefined,
  }
}

function factorResponse(factor: FactorSummary): object {
  return {
    id: factor.id,
    created_at: inUtc(factor.created_at),
    updated_at: inUtc(factor.updated_at),
    status: factor.status,
    friendly_name: factor.friendly_name || undefined,
    factor_type: factor.factor_type,
    last_challenged_at: factor.last_challenged_at === null ? null : inUtc(factor.last_challenged_at),
  }
}

function inUtc(instant: string): string {
  return new Date(instant).toISOString()
}
