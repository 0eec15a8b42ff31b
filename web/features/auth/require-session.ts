import { redirect } from '@tanstack/react-router'

import { currentSession } from '#web/platform/session.ts'

/** For `beforeLoad` of a private page: a visitor without a session signs in first, and then continues to `next`. */
export async function requireSession({ next }: { next: string | undefined }): Promise<void> {
  const session = await currentSession()
  if (session.status !== 'signedIn') throw redirect({ to: '/login', search: { next }, replace: true })
}
