import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { hasStoredSession, useSession } from '#web/platform/session.ts'
import { Button } from '#web/ui/button.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { lazySection, Part } from '#web/ui/lazy-section.ts'

// Visitors of a centre's page need no code of payments.
const dialog = lazySection(() => import('#web/features/checkouts/pay-dialog.tsx').then((module) => module.PayDialog))

/** Buys a package online. A visitor without a session signs in first, and comes back to the packages. */
export function BuyButton({ centerId, offerId, name }: { centerId: string; offerId: string; name: string }) {
  const { status } = useSession()
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        render={
          <Link
            {...opensDialog}
            to="/login"
            search={{ next: `/centers/${centerId}#bonos` }}
            preload={false}
            rel="nofollow"
            onClick={(event) => {
              // The session is known once the page is idle; a browser that stores none has none.
              const isVisitor = status === 'signedOut' || (status === 'loading' && !hasStoredSession())
              if (isVisitor || event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              setOpened(true)
              setOpen(true)
            }}
          />
        }
      >
        Comprar
        <span className="sr-only">{` ${name}`}</span>
      </Button>
      {wasOpened && (
        <Suspense>
          <Part
            part={dialog}
            props={{
              target: { offerId },
              thing: { kind: 'package', centerId },
              open: isOpen,
              onClose: () => setOpen(false),
            }}
          />
        </Suspense>
      )}
    </>
  )
}
