import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { freeAfterBookingMinutes } from '#contract/calendar.ts'
import { hasOneName } from '#contract/center-words.ts'
import { directPaymentCents } from '#contract/direct-payments.ts'
import type { Therapy } from '#contract/therapies.ts'
import { PayDialog } from '#web/features/checkouts/pay-dialog.tsx'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatDate, formatMoney } from '#web/platform/formats.ts'
import { useSession } from '#web/platform/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { dot } from '#web/ui/dot.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { namedCenter } from '../appointment-facts.ts'
import { BookNext } from './book-next.tsx'

/** «Mis terapias»: one entry for each professional and service, from the first visit. Their appointments are in the lists. */
export function Therapies() {
  const { queries } = useApi()
  const session = useSession()
  const query = useQuery({ ...queries.therapies.list.queryOptions(), enabled: session.status === 'signedIn' })
  const items = query.data?.items
  if (!items) {
    return (
      <Pending query={query} loading="Cargando tus terapias" failed="No se pudieron cargar tus terapias">
        <Skeleton className="h-40" />
      </Pending>
    )
  }
  const begun = items.filter(({ completed }) => completed > 0)
  if (begun.length === 0) return null
  const current = begun.filter(({ endedAt }) => endedAt === null)
  const ended = begun.filter(({ endedAt }) => endedAt !== null)
  return (
    <section aria-labelledby="therapies-title" className="grid gap-3">
      <div className="grid gap-1">
        <h2 id="therapies-title">Mis terapias</h2>
        {current.some(({ proposal }) => proposal) && (
          <p className="text-sm text-ink-soft">
            «Reservar la próxima» toma la hora que ves, el mismo día de la semana. Si te equivocas, siempre tienes al
            menos {freeAfterBookingMinutes} minutos para cancelarla gratis.
          </p>
        )}
      </div>
      {byPerson(current).map(({ dependantId, therapies, title }) => (
        <div key={dependantId ?? ''} className="grid gap-3">
          {title && (
            <h3 {...(dependantId !== null && { translate: 'no' })} className="mt-1 wrap-anywhere">
              {title}
            </h3>
          )}
          <ul className="grid gap-3">
            {therapies.map((therapy) => (
              <TherapyRow key={keyOf(therapy)} therapy={therapy} heading={title ? 'h4' : 'h3'} />
            ))}
          </ul>
        </div>
      ))}
      {ended.length > 0 && (
        <details className="rounded-card border border-line">
          <summary className="cursor-pointer px-4 py-3 font-medium">{`Terminadas (${ended.length})`}</summary>
          <ul className="grid gap-3 p-3 pt-0">
            {ended.map((therapy) => (
              <TherapyRow key={keyOf(therapy)} therapy={therapy} />
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

const keyOf = ({ professionalId, serviceId, dependantId }: Therapy) => `${professionalId} ${serviceId} ${dependantId}`

/** The therapies of each person, the patient first. Of one person alone they need no title. */
function byPerson(therapies: readonly Therapy[]) {
  const ids = [...new Set(therapies.map(({ dependantId }) => dependantId))]
  return ids
    .map((dependantId) => {
      const own = therapies.filter((therapy) => therapy.dependantId === dependantId)
      const title = ids.length > 1 && (own[0]?.dependantName ?? 'Para mí')
      return { dependantId, therapies: own, title }
    })
    .toSorted((a, b) => Number(a.dependantId !== null) - Number(b.dependantId !== null))
}

function TherapyRow({ therapy, heading: Heading = 'h3' }: { therapy: Therapy; heading?: 'h3' | 'h4' }) {
  const { professional, service, center, dependantName, can } = therapy
  const isAlone = hasOneName(namedCenter(therapy))
  return (
    <li className="grid gap-4 rounded-card border border-line bg-panel p-4 sm:p-5">
      <div className="flex gap-4">
        <Avatar name={professional.name} src={professional.photoUrl} />
        <div className="min-w-0">
          <Heading>{service.name}</Heading>
          <p>
            {!isAlone && `${professional.name}, `}
            <Link to="/centers/$centerId" params={{ centerId: center.id }} className="link">
              {isAlone ? professional.name : center.name}
            </Link>
          </p>
          <p className="text-sm text-ink-soft">
            {dependantName && `Para ${dependantName}${dot}`}
            {progressOf(therapy)}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {can.bookNext && <BookNext therapy={therapy} />}
        {can.payDirect && <PayDirect therapy={therapy} />}
        {(can.end || can.resume) && <EndButton therapy={therapy} />}
      </div>
    </li>
  )
}

function progressOf({ since, completed, upcoming }: Therapy): string {
  const done = completed === 1 ? '1 sesión hecha' : `${completed} sesiones hechas`
  const ahead = upcoming > 0 && `${upcoming} por venir`
  return [`Desde el ${formatDate(since)}`, completed > 0 && done, ahead].filter(Boolean).join(dot)
}

function EndButton({ therapy }: { therapy: Therapy }) {
  const { queries } = useApi()
  const end = useMutation(queries.therapies.end.mutationOptions())
  const resume = useMutation(queries.therapies.resume.mutationOptions())
  const { professionalId, serviceId, dependantId, service, can } = therapy
  const key = { professionalId, serviceId, dependantId }

  async function change(isEnd: boolean): Promise<void> {
    try {
      await (isEnd ? end : resume).mutateAsync(key)
    } catch (error) {
      toast({ kind: 'destructive', title: 'Error', description: errorMessage(error) })
      return
    }
    toast(
      isEnd
        ? {
            kind: 'success',
            title: 'Terapia terminada',
            description: 'Queda en «Terminadas». Si vuelves a reservar, continúa.',
            durationMs: 10_000,
            action: { label: 'Deshacer', onPress: () => void change(false) },
          }
        : { kind: 'success', title: 'Terapia retomada' },
    )
  }

  return (
    <Button
      size="small"
      variant="secondary"
      pending={end.isPending || resume.isPending}
      pendingLabel="Guardando…"
      onClick={() => void change(can.end)}
    >
      {can.end ? 'Dar por terminada' : 'Retomar'}
      <span className="sr-only">{`: ${service.name}`}</span>
    </Button>
  )
}

function PayDirect({ therapy: { professionalId, professional, center } }: { therapy: Therapy }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="small" variant="quiet" {...opensDialog} onClick={() => setIsOpen(true)}>
        {`Pago directo de ${formatMoney(directPaymentCents)}`}
        <span className="sr-only">{` a ${professional.name}`}</span>
      </Button>
      <PayDialog
        target={{ professionalId }}
        thing={{ kind: 'direct', centerId: center.id }}
        open={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </>
  )
}
