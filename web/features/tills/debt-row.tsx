import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Debt } from '#contract/tills.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatDate, formatMoney, telHref } from '#web/platform/formats.ts'
import { localMoment } from '#web/platform/local-days.ts'
import { timeAgo } from '#web/platform/time-ago.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { toast } from '#web/ui/toast.ts'
import Phone from '~icons/lucide/phone'

/** Why the debt is not reminded. */
const disputes = {
  paid: 'Dice que pagó lo que anulaste. Hasta que nuestro equipo lo decida, no se le recuerda la deuda.',
  other: 'Objetó lo que anotaste de esta cita. Hasta que nuestro equipo lo decida, no se le recuerda la deuda.',
} as const

export function DebtRow({ centerId, debt, now }: { centerId: string; debt: Debt; now: Date }) {
  const { appointmentId, startsAt, personName, phone, serviceName, priceCents, dueCents, remindedAt, disputed, can } =
    debt
  const { queries } = useApi()
  const reminding = useMutation(queries.tills.remind.mutationOptions())

  async function remind() {
    try {
      await reminding.mutateAsync({ centerId, appointmentId })
      toast({ kind: 'success', title: 'Recordatorio enviado', description: `Le escribimos a ${personName}.` })
    } catch (error) {
      toast({ kind: 'destructive', title: 'No se envió el recordatorio', description: errorMessage(error) })
    }
  }

  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
      <span className="min-w-48 grow basis-48">
        <span translate={personName ? 'no' : undefined} className="block font-semibold wrap-anywhere">
          {personName || 'Sin nombre'}
        </span>
        <span className="block text-sm text-ink-soft wrap-anywhere">
          {`${serviceName} · ${formatDate(startsAt)}, ${timeAgo({ instant: startsAt, now })}`}
        </span>
        {disputed && <span className="block text-sm">{disputes[disputed]}</span>}
        {remindedAt && (
          <span className="block text-sm text-ink-soft">{`Último recordatorio: ${formatDate(remindedAt)}`}</span>
        )}
      </span>
      {phone && (
        <a href={telHref(phone)} className="inline-flex min-h-11 items-center gap-2">
          <Phone aria-hidden="true" className="size-5 text-action" />
          <span className="link tabular-nums">{phone}</span>
        </a>
      )}
      <span className="text-right sm:w-32">
        <strong className="block tabular-nums">{formatMoney(dueCents)}</strong>
        {dueCents < priceCents && (
          <span className="block text-sm text-ink-soft">{`de ${formatMoney(priceCents)}`}</span>
        )}
      </span>
      <span className="flex flex-wrap gap-2">
        <Link
          to="/center/dashboard"
          search={({ centro }) => ({
            centro,
            seccion: 'agenda',
            fecha: localMoment(startsAt).date,
            cita: appointmentId,
            accion: 'cobrar' as const,
          })}
          className={buttonClass({ variant: 'secondary' })}
        >
          Cobrar
          <span className="sr-only">{` a ${personName}`}</span>
        </Link>
        {can.remind && (
          <Button variant="quiet" pending={reminding.isPending} pendingLabel="Enviando…" onClick={() => void remind()}>
            Recordar por correo
            <span className="sr-only">{` a ${personName}`}</span>
          </Button>
        )}
      </span>
    </li>
  )
}
