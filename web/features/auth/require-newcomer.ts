import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'

import type { Me } from '#contract/accounts.ts'
import type { ApiTools } from '#web/platform/api.ts'
import { currentSession } from '#web/platform/session.ts'

import { pathWithNext } from './sign-in/path-with-next.ts'

type Context = { queryClient: QueryClient } & Pick<ApiTools, 'queries'>

const newcomerMs = 60 * 60_000

/** For `beforeLoad` of a page that greets a new patient: it leads every other visitor on to where they belong. */
export async function requireNewPatient({
  context,
  hasJustRegistered,
}: {
  context: Context
  hasJustRegistered: boolean
}): Promise<void> {
  const session = await currentSession()
  if (session.status !== 'signedIn') throw redirect({ to: '/', replace: true })
  const me = await loadMe(context)
  // The dashboard says what keeps it from being shown.
  if (!me) throw redirect({ to: '/dashboard', replace: true })
  if (me.registrationPending) {
    throw redirect({ href: pathWithNext('/complete-registration', '/patient-welcome'), replace: true })
  }
  const isNew = hasJustRegistered || Date.now() - Date.parse(me.createdAt) < newcomerMs
  if (me.userType !== 'patient' || !isNew) throw redirect({ href: me.homePath, replace: true })
}

/** For `beforeLoad` of the page after a sign-up that has to be confirmed: `signedUpAs` is its mark. */
export async function requireSignUp({
  signedUpAs,
  context,
}: {
  context: Context
  signedUpAs: string | undefined
}): Promise<void> {
  if (signedUpAs !== undefined) return
  const session = await currentSession()
  if (session.status !== 'signedIn') throw redirect({ to: '/', replace: true })
  throw redirect({ href: (await loadMe(context))?.homePath ?? '/dashboard', replace: true })
}

/** The account of the signed-in user; undefined when the server doesn't tell now. */
export async function loadMe({ queryClient, queries }: Context): Promise<Me | undefined> {
  return await queryClient.fetchQuery(queries.accounts.me.queryOptions()).catch(() => undefined)
}
