import Banknote from 'lucide-react/icons/banknote'
import Phone from 'lucide-react/icons/phone'

import { type Agenda, type AgendaAppointment, deskMethodLabels } from '#contract/agenda.ts'
import { placeLabels } from '#web/features/appointments/places.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatLongDay, formatMoney, formatTime, telHref } from '#web/platform/formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { SummaryList } from '#web/ui/summary-list.tsx'

import type { ShowDialog } from '../agenda-dialog.ts'
import { endingOf, lookAt, whoComes } from '../appointment-style.ts'
import { useNow } from '../use-now.ts'
import { type Act, useAppointmentAct } from './use-appointment-act.ts'

export type DetailsDialogProps = {
  centerId: string
  agenda: Agenda
  appointment: AgendaAppointment
  open: boolean
  onClose: () => void
  show: ShowDialog
}

/** Everything about an appointment, and what can be done with it now. */
export function DetailsDialog({ centerId, agenda, appointment, open, onClose, show }: DetailsDialogProps) {
  const { can, person, payment, startsAt, endsAt } = appointment
  const act = useAppointmentAct({ centerId, onDone: onClose })
  const now = useNow()
  const { word, tone, Icon } = lookAt({ appointment, now, isAway: isAway({ agenda, appointment }) })
  const ending = appointment.status === 'cancelled' ? endingOf(appointment) : undefined
  const pending = act.isPending ? act.variables.act : undefined
  const button = (kind: Act, label: string, isFirst = false) => (
    <Button
      variant={isFirst ? 'primary' : 'secondary'}
      pending={pending === kind}
      disabled={pending !== undefined && pending !== kind}
      onClick={() => act.mutate({ act: kind, appointment })}
    >
      {label}
    </Button>
  )
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={whoComes(appointment)}
      description={`${formatLongDay(startsAt)}, ${formatTime(startsAt)} a ${formatTime(endsAt)}`}
    >
      <div className="grid gap-5 pb-2">
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
            {word}
          </Badge>
          {payment && (
            <Badge tone={isOwed(payment) ? 'amber' : 'green'} icon={<Banknote aria-hidden="true" />}>
              {paymentWord(payment)}
            </Badge>
          )}
          {ending && <span className="text-sm text-ink-soft">{ending}</span>}
        </div>
        {person?.phone && (
          <a
            href={telHref(person.phone)}
            className="inline-flex min-h-11 items-center gap-2 justify-self-start text-lg"
          >
            <Phone aria-hidden="true" className="size-5 text-action" />
            <span className="link tabular-nums">{person.phone}</span>
          </a>
        )}
        <SummaryList className="sm:grid-cols-2" items={factsOf({ agenda, appointment })} />
        {act.isError && <FormError error={errorMessage(act.error)} />}
        <div className="grid gap-2 border-t border-line pt-4 sm:flex sm:flex-wrap">
          {can.confirm && button('confirm', 'Confirmar', true)}
          {can.arrive && button('arrive', 'Llegó', !can.confirm)}
          {can.complete && button('complete', 'Completar', !can.confirm && !can.arrive)}
          {can.collect && (
            <Button variant="secondary" onClick={() => show({ kind: 'collect', appointment })}>
              Cobrar…
            </Button>
          )}
          {can.noShow && button('noShow', 'No asistió')}
          {can.move && (
            <Button variant="secondary" onClick={() => show({ kind: 'move', appointment })}>
              Mover…
            </Button>
          )}
          {can.undoArrival && button('undoArrival', 'No había llegado')}
          {can.reopen && button('reopen', 'Volver atrás')}
          {can.undoCollection && button('undoCollection', payment?.refundCents ? 'Devuelto' : 'Borrar el cobro')}
          {can.cancel && (
            <Button variant="quietDanger" className="sm:ml-auto" onClick={() => show({ kind: 'cancel', appointment })}>
              Cancelar la cita…
            </Button>
          )}
          {person && (
            <Button variant="quiet" onClick={() => show({ kind: 'book', person })}>
              Otra cita
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function isAway({ agenda, appointment }: { agenda: Agenda; appointment: AgendaAppointment }): boolean {
  return agenda.timeOff.some(
    ({ professionalId, startsAt, endsAt }) =>
      professionalId === appointment.professionalId && startsAt < appointment.endsAt && appointment.startsAt < endsAt,
  )
}

type Payment = NonNullable<AgendaAppointment['payment']>

function isOwed({ refundCents, refundedAt }: Payment): boolean {
  return refundCents !== null && refundedAt === null
}

function paymentWord(payment: Payment): string {
  if (isOwed(payment)) return 'Por devolver'
  return payment.refundedAt ? 'Devuelto' : 'Cobrado'
}

function factsOf({ agenda, appointment }: { agenda: Agenda; appointment: AgendaAppointment }) {
  const { service, professionalId, place, homeAddress, person, bookedBy, priceCents, payment } = appointment
  const professional = agenda.professionals.find(({ id }) => id === professionalId)
  return [
    { label: 'Servicio', value: `${service.name} · ${service.durationMinutes} min` },
    { label: 'Profesional', value: professional?.name ?? 'Ya no atiende en el centro' },
    { label: 'Dónde', value: homeAddress ? `${placeLabels[place]}: ${homeAddress}` : placeLabels[place] },
    ...(person?.guardianName ? [{ label: 'A cargo de', value: person.guardianName }] : []),
    { label: 'Precio', value: formatMoney(priceCents) },
    ...(payment
      ? [
          {
            label: 'Cobrado',
            value: `${formatMoney(payment.amountCents)}, ${deskMethodLabels[payment.method].toLowerCase()}`,
          },
        ]
      : []),
    ...(payment?.refundCents
      ? [{ label: isOwed(payment) ? 'Por devolver' : 'Devuelto', value: formatMoney(payment.refundCents) }]
      : []),
    { label: 'Agendada por', value: bookedBy === 'center' ? 'El centro' : 'El paciente' },
  ]
}
