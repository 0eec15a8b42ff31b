import type { ReactNode } from 'react'

import type { Me } from '#contract/accounts.ts'
import { errorCode } from '#web/platform/error-message.ts'
import { Page } from '#web/ui/page.tsx'
import { Pending, type PendingProps } from '#web/ui/pending.tsx'

import { usePrivatePage } from './use-private-page.ts'

type States = {
  /** The page's h1 where what it shows could not be had. */
  title: string
  /** The whole page until it is there. */
  loading: ReactNode
  /** Said when it failed: "No se pudo cargar tu cuenta". */
  failed: string
}

/** A page about whoever is signed in. Its route's guard is requireSession. */
export function PrivatePage({ children, ...states }: States & { children: (me: Me) => ReactNode }) {
  const { session, me, isEnded, ...query } = usePrivatePage()
  if (me) return children(me)
  const isLeaving = isEnded || session.status !== 'signedIn'
  return <PendingPage {...states} query={isLeaving ? { ...query, error: null } : query} />
}

/** The same for what such a page asks for before it can show anything. */
export function PendingPage({ title, loading, failed, query }: States & Pick<PendingProps, 'query'>) {
  if (!query.error) return loading
  // The error page waits for the service and tries again by itself.
  if (errorCode(query.error) === 'service.unavailable') throw query.error
  return (
    <Page className="pt-8 pb-16">
      <h1>{title}</h1>
      <Pending query={query} loading={title} failed={failed} />
    </Page>
  )
}
