import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { accountErrors, type DeletionConsequences, type Me } from '#contract/accounts.ts'
import { useApi } from '#web/platform/api.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { consequenceLines } from './consequence-lines.ts'
import { DeletionDialog } from './deletion-dialog.tsx'

export function DeletionSection({ me }: { me: Me }) {
  const { queries } = useApi()
  const query = useQuery({
    ...queries.accounts.deletionConsequences.queryOptions(),
    staleTime: 0,
  })
  if (query.data) return <Consequences me={me} consequences={query.data} />
  return (
    <div className="max-w-form">
      <Pending query={query} loading="Cargando qué pasaría" failed="No se pudo cargar qué pasaría">
        <Skeleton className="h-80" />
      </Pending>
    </div>
  )
}

function Consequences({ me, consequences }: { me: Me; consequences: DeletionConsequences }) {
  /** What the open dialog shows, which the deletion carries; undefined while it is closed. */
  const [shown, setShown] = useState<DeletionConsequences>()
  const { deleted, remaining } = consequenceLines(consequences, me.userType)
  const { blockedBy } = consequences
  return (
    <div className="grid max-w-form gap-5">
      <Card padding="large" className="grid gap-6">
        <Lines title="Qué pasaría" lines={deleted} />
        {remaining.length > 0 && <Lines title="Qué queda, y por qué" lines={remaining} />}
        <p className="rounded-control bg-sand px-4 py-3">
          No se puede deshacer. Si quieres guardar algo,{' '}
          <Anchor href="/account?seccion=datos" className="link">
            descarga antes una copia de tus datos
          </Anchor>
          .
        </p>
      </Card>
      {blockedBy ? (
        <Blocked by={blockedBy} />
      ) : (
        <div className="grid sm:justify-items-start">
          <Button variant="danger" {...opensDialog} onClick={() => setShown(consequences)}>
            Eliminar mi cuenta
          </Button>
          <DeletionDialog shown={shown} onChanged={setShown} onClose={() => setShown(undefined)} />
        </div>
      )}
    </div>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <section className="grid gap-2">
      <h3>{title}</h3>
      <ul className="grid list-disc gap-1.5 pl-5 marker:text-clay">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

const nextSteps = {
  'accounts.center_busy': { href: '/center/dashboard', label: 'Ir a tu centro' },
  'accounts.center_has_packages': { href: '/center/dashboard', label: 'Ir a tu centro' },
  'accounts.center_owes': { href: '/center/dashboard', label: 'Ir a tu centro' },
  'accounts.last_administrator': { href: '/admin/dashboard', label: 'Ir a la administración' },
}

function Blocked({ by }: { by: NonNullable<DeletionConsequences['blockedBy']> }) {
  const { href, label } = nextSteps[by]
  return (
    <Banner tone="amber" title="Todavía no se puede eliminar">
      {accountErrors[by].message}{' '}
      <Anchor href={href} className="link inline-block py-1.5 font-semibold">
        {label}
      </Anchor>
    </Banner>
  )
}
