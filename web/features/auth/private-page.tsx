import { type ComponentType, Fragment, type ReactNode } from 'react'

import type { Me } from '#contract/accounts.ts'
import { errorCode } from '#web/platform/error-message.ts'
import { Page } from '#web/ui/page.tsx'
import { Pending, type PendingProps } from '#web/ui/pending.tsx'

import { usePrivatePage } from './use-private-page.ts'

type States = {
  /** The page's h1 when its data failed to load. */
  title: string
  loading: ReactNode
  /** The error's title: "No se pudo cargar tu cuenta". */
  failed: string
  /** Wraps the error's page, on a page whose frame contains no `main`. */
  frame?: ComponentType<{ children: ReactNode }>
}

/** A page about the signed-in user. Its route's guard is requireSession. */
export function PrivatePage({ children, ...states }: States & { children: (me: Me) => ReactNode }) {
  const { session, me, isEnded, ...query } = usePrivatePage()
  if (me) return children(me)
  const isLeaving = isEnded || session.status !== 'signedIn'
  return <PendingPage {...states} query={isLeaving ? { ...query, error: null } : query} />
}

export function PendingPage({
  title,
  loading,
  failed,
  frame: Frame = Fragment,
  query,
}: States & Pick<PendingProps, 'query'>) {
  if (!query.error) return loading
  // The error page waits for the server and retries on its own.
  if (errorCode(query.error) === 'service.unavailable') throw query.error
  return (
    <Frame>
      <Page className="pt-8 pb-16">
        <h1>{title}</h1>
        <Pending query={query} loading={title} failed={failed} />
      </Page>
    </Frame>
  )
}
