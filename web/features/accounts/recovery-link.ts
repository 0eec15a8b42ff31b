import { currentSession, setSession } from '#web/platform/session.ts'
import { readClaims } from '#web/platform/session-link.ts'

/**
 * Whether a new password may be chosen here: through the mailed link, whose tokens stand in the fragment,
 * or within a session that already exists. A link that failed counts for nothing, whoever is signed in.
 */
export async function openRecovery(fragment: string): Promise<boolean> {
  const link = new URLSearchParams(fragment.replace(/^#/, ''))
  if (link.has('error') || link.has('error_code')) return false
  const session = await currentSession()
  const access = link.get('access_token')
  // The session client has read a complete link by itself. One of another account was turned down: it must not end in a
  // new password for this one.
  if (session.status === 'signedIn') return access === null || readClaims(access)?.sub === session.user.id

  const refresh = link.get('refresh_token')
  if (!access || !refresh || link.get('type') !== 'recovery') return false
  const { data, error } = await setSession({ access_token: access, refresh_token: refresh })
  return !error && data.session !== null
}
