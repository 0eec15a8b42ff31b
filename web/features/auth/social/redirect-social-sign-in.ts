import { redirect } from '@tanstack/react-router'

import { peekSocialOutcome } from '#web/platform/session.ts'

import { requestedPath } from '../landing-pages.ts'
import { loadMe } from '../require-newcomer.ts'

/**
 * For `beforeLoad` of a page that is for one kind of account: a user who returns from a provider is redirected to the page
 * of their own kind.
 */
export async function redirectSocialSignIn(context: Parameters<typeof loadMe>[0]): Promise<void> {
  const outcome = peekSocialOutcome()
  if (outcome?.kind !== 'arrived' || requestedPath(outcome.landing) !== undefined) return
  const me = await loadMe(context)
  if (me && !me.registrationPending && me.homePath !== outcome.landing) {
    throw redirect({ href: me.homePath, replace: true })
  }
}
