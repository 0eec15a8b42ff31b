import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Agenda, AgendaAppointment, AgendaCell } from '#contract/agenda.ts'
import { placeLabels } from '#contract/places.ts'
import { seriesPlaceText } from '#contract/series.ts'
import { ReminderList } from '#web/features/reminders/reminder-list.tsx'
import { CenterTelehealth } from '#web/features/telehealth/center-telehealth.tsx'
import { useApi } from '#web/platform/api.ts'
import { minuteMs } from '#web/platform/durations.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatLongDay, formatLongMoment, formatMoney, formatTime, telHref } from '#web/platform/formats.ts'
import { hrefOf } from '#web/platform/search-params.ts'
import { useNow } from '#web/platform/use-now.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SummaryList } from '#web/ui/summary-list.tsx'
import Banknote from '~icons/lucide/banknote'
import CalendarPlus from '~icons/lucide/calendar-plus'
import CalendarX from '~icons/lucide/calendar-x'
import Ellipsis from '~icons/lucide/ellipsis'
import MailWarning from '~icons/lucide/mail-warning'
import MessagesSquare from '~icons/lucide/messages-square'
import Phone from '~icons/lucide/phone'
import Undo from '~icons/lucide/undo-2'
import type { ShowDialog } from '../agenda-dialog.ts'
import { useAppointment } from '../api/appointment.ts'
import type { AppointmentMark } from '../api/mark-appointment.ts'
import { cancellationText, cellName, cellOf, styleAt } from '../appointment-style.ts'
import { isRefundPending, paymentFacts, paymentWord, refundFacts, undoWord } from './payment-words.ts'
import { useMarkWithUndo } from './use-mark-with-undo.ts'

export type DetailsDialogProps = {
  centerId: string
  agenda: Agenda
  cell: AgendaCell
  open: boolean
  onClose: () => void
  /** Whether the member may write to the centre's patients. */
  canWrite: boolean
  show: ShowDialog
}

/**
 * Everything about an appointment, and the actions that the server allows now. It opens with what the calendar shows; the rest
 * takes its place when it arrives.
 */
export function DetailsDialog({ centerId, agenda, open, onClose, canWrite, show, ...props }: DetailsDialogProps) {
  const appointmentId = props.cell.id
  const whole = useAppointment({ centerId, appointmentId }, { enabled: open })
  // The days in view no longer update an appointment that was moved to another day while the dialog is open.
  const isInView = agenda.appointments.some(({ id }) => id === appointmentId)
  const cell = !isInView && whole.data ? cellOf(whole.data) : props.cell
  const { status, phone, startsAt, endsAt } = cell
  const marking = useMarkWithUndo({ centerId, onDone: onClose })
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={<span translate="no">{cellName(cell)}</span>}
      description={`${formatLongDay(startsAt)}, ${formatTime(startsAt)} a ${formatTime(endsAt)}`}
    >
      <div className="grid gap-5 pb-2">
        <StatusLine agenda={agenda} cell={cell} appointment={whole.data} />
        {phone && (
          <a href={telHref(phone)} className="inline-flex min-h-11 items-center gap-2 justify-self-start text-lg">
            <Phone aria-hidden="true" className="size-5 text-action" />
            <span className="link tabular-nums">{phone}</span>
          </a>
        )}
        <SummaryList className="sm:grid-cols-2" items={factsOf({ agenda, cell, appointment: whole.data })} />
        {cell.place === 'online' && status !== 'held' && (
          <CenterTelehealth centerId={centerId} appointmentId={appointmentId} />
        )}
        <Reminders centerId={centerId} appointmentId={appointmentId} status={status} />
        {marking.error && <FormError error={errorMessage(marking.error)} />}
        {whole.data && !whole.isError ? (
          <Actions appointment={whole.data} marking={marking} writesAs={canWrite ? centerId : undefined} show={show} />
        ) : (
          <Pending
            query={whole}
            loading="Cargando lo que se puede hacer"
            failed="No se pudo cargar el resto de la cita"
            className="border-t border-line pt-4"
          >
            <Skeleton className="h-11" />
          </Pending>
        )}
      </div>
    </Dialog>
  )
}

function Reminders({
  status,
  ...input
}: {
  centerId: string
  appointmentId: string
  status: AgendaAppointment['status']
}) {
  const { queries } = useApi()
  const { data } = useQuery({
    ...queries.agenda.reminders.queryOptions({ input }),
    enabled: status !== 'held',
  })
  return <ReminderList items={data?.items} />
}

/** `appointment`: undefined until it has arrived. */
type Shown = Pick<DetailsDialogProps, 'agenda' | 'cell'> & { appointment: AgendaAppointment | undefined }

function StatusLine({ agenda, cell, appointment }: Shown) {
  const { payment = null, dueCents = 0 } = appointment ?? {}
  const now = useNow()
  const { word, tone, Icon } = styleAt({ appointment: cell, now, isAway: isAway({ agenda, cell }) })
  const cancelled = appointment?.status === 'cancelled' ? appointment : undefined
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
        {word}
      </Badge>
      {payment && (
        <Badge
          tone={isRefundPending(payment) || dueCents > 0 ? 'amber' : 'green'}
          icon={<Banknote aria-hidden="true" />}
        >
          {paymentWord({ payment, dueCents })}
        </Badge>
      )}
      {appointment?.isByPackage && !cancelled && (
        <Badge tone="green" icon={<Banknote aria-hidden="true" />}>
          La paga su bono
        </Badge>
      )}
      {appointment?.isUnconfirmed && (
        <Badge tone="amber" icon={<MailWarning aria-hidden="true" />}>
          Correo sin confirmar
        </Badge>
      )}
      {appointment?.isPaymentDisputed && (
        <p className="basis-full text-sm">
          El paciente dice que pagó lo que anulaste. Hasta que nuestro equipo lo decida, no se le recuerda la deuda ni
          se marca que no vino.
        </p>
      )}
      {appointment?.provisionalUntil && (
        <p className="basis-full text-sm">
          {`El paciente todavía no confirmó su correo. Si no lo hace, la hora se libera el ${formatLongMoment(appointment.provisionalUntil)}.`}
        </p>
      )}
      {cancelled && <span className="text-sm text-ink-soft">{cancellationText(cancelled)}</span>}
      {cancelled?.cancellationReason && cancelled.cancelledBy !== 'staff' && (
        <p className="basis-full text-sm wrap-anywhere">{`Motivo: ${cancelled.cancellationReason}`}</p>
      )}
    </div>
  )
}

type ActionsProps = {
  appointment: AgendaAppointment
  marking: ReturnType<typeof useMarkWithUndo>
  /** The centre as which the member may write to the patient. */
  writesAs: string | undefined
  show: ShowDialog
}

function Actions({ appointment, marking, writesAs, show }: ActionsProps) {
  const { can } = appointment
  const pending = marking.pending?.mark
  const markButton = (mark: AppointmentMark, label: string, isPrimary = false) => (
    <Button
      variant={isPrimary ? 'primary' : 'secondary'}
      pending={pending === mark}
      disabled={pending !== undefined && pending !== mark}
      onClick={() => marking.mark(mark, appointment)}
    >
      {label}
    </Button>
  )
  return (
    <div className="grid gap-2 border-t border-line pt-4 sm:flex sm:flex-wrap">
      {can.confirm && markButton('confirm', 'Confirmar', true)}
      {can.arrive && markButton('arrive', 'Llegó', !can.confirm)}
      {can.complete && markButton('complete', 'Completar', !can.confirm && !can.arrive)}
      {can.collect && (
        <Button variant="secondary" onClick={() => show({ kind: 'collect', appointment })}>
          Cobrar…
        </Button>
      )}
      {isRefundDue(appointment) && (
        <Button onClick={() => show({ kind: 'refunded', appointment })}>Anotar como devuelto…</Button>
      )}
      {can.record && (
        <Button variant="secondary" onClick={() => show({ kind: 'record', appointment })}>
          Historia clínica…
        </Button>
      )}
      {can.noShow && markButton('noShow', 'No asistió')}
      {can.move && (
        <Button variant="secondary" onClick={() => show({ kind: 'move', appointment })}>
          Mover…
        </Button>
      )}
      <RareActions appointment={appointment} marking={marking} writesAs={writesAs} show={show} />
    </div>
  )
}

/** The desk has not given back what it owes for the cancelled appointment. */
function isRefundDue({ status, payment, can }: AgendaAppointment): boolean {
  return status === 'cancelled' && can.undoCollection === true && payment !== null && isRefundPending(payment)
}

function RareActions({ appointment, marking, writesAs, show }: ActionsProps) {
  const { can, person, payment, status } = appointment
  const mark = (id: AppointmentMark, label: string, icon: ReactNode): MenuItem => ({
    id,
    label,
    icon,
    onSelect: () => marking.mark(id, appointment),
  })
  const items: MenuItem[] = [
    ...(can.undoArrival ? [mark('undoArrival', 'No había llegado', <Undo aria-hidden="true" />)] : []),
    ...(can.reopen
      ? [
          mark(
            'reopen',
            status === 'no_show' ? 'Deshacer la inasistencia' : 'Deshacer «Completada»',
            <Undo aria-hidden="true" />,
          ),
        ]
      : []),
    ...(can.undoCollection && !isRefundDue(appointment)
      ? [mark('undoCollection', undoWord(payment), <Banknote aria-hidden="true" />)]
      : []),
    ...(can.refund
      ? [
          {
            id: 'refund',
            label: 'Devolver un pago…',
            icon: <Banknote aria-hidden="true" />,
            onSelect: () => show({ kind: 'refund', appointment }),
          },
        ]
      : []),
    ...(person
      ? [
          {
            id: 'another',
            label: 'Otra cita',
            icon: <CalendarPlus aria-hidden="true" />,
            onSelect: () => show({ kind: 'book', person }),
          },
        ]
      : []),
    ...(person && person.kind !== 'guest' && writesAs
      ? [
          {
            id: 'write',
            label: 'Escribir',
            icon: <MessagesSquare aria-hidden="true" />,
            href: hrefOf('/center/dashboard', {
              seccion: 'mensajes',
              centro: writesAs,
              to: person.dependant?.guardianId ?? person.id,
            }),
          },
        ]
      : []),
    ...(can.cancel
      ? [
          {
            id: 'cancel',
            label: 'Cancelar la cita…',
            icon: <CalendarX aria-hidden="true" />,
            onSelect: () => show({ kind: 'cancel', appointment }),
            isDangerous: true,
          },
        ]
      : []),
  ]
  if (items.length === 0) return null
  return (
    <Menu
      label="Más acciones"
      trigger={
        <>
          <Ellipsis aria-hidden="true" className="size-5" />
          Más acciones
        </>
      }
      triggerClassName={buttonClass({ variant: 'quiet', className: 'sm:ml-auto' })}
      items={items}
    />
  )
}

function isAway({ agenda, cell }: Pick<Shown, 'agenda' | 'cell'>): boolean {
  return agenda.timeOff.some(
    ({ professionalId, startsAt, endsAt }) =>
      professionalId === cell.professionalId && startsAt < cell.endsAt && cell.startsAt < endsAt,
  )
}

function factsOf({ agenda, cell, appointment }: Shown) {
  const { service, startsAt, endsAt, professionalId, place = 'center', homeAddress, guardianName } = cell
  const minutes = (Date.parse(endsAt) - Date.parse(startsAt)) / minuteMs
  const professional = agenda.professionals.find(({ id }) => id === professionalId)
  return [
    { label: 'Servicio', value: `${service} · ${minutes} min` },
    {
      label: 'Profesional',
      value: professional ? <span translate="no">{professional.name}</span> : 'Ya no atiende en el centro',
    },
    { label: 'Dónde', value: homeAddress ? `${placeLabels[place]}: ${homeAddress}` : placeLabels[place] },
    ...(guardianName ? [{ label: 'A cargo de', value: <span translate="no">{guardianName}</span> }] : []),
    ...(appointment?.series ? [{ label: 'Serie', value: `Cita ${seriesPlaceText(appointment.series)}` }] : []),
    ...(appointment ? moneyFacts(appointment) : [{ label: 'Precio', value: <Skeleton className="my-1 h-4 w-20" /> }]),
    {
      label: 'Agendada por',
      value: appointment ? bookerOf(appointment) : <Skeleton className="my-1 h-4 w-20" />,
    },
  ]
}

const bookerOf = ({ bookedBy }: AgendaAppointment) => (bookedBy === 'center' ? 'El centro' : 'El paciente')

function moneyFacts({ priceCents, discountCents, isByPackage, payment }: AgendaAppointment) {
  return [
    { label: 'Precio', value: formatMoney(priceCents) },
    ...(discountCents > 0
      ? [{ label: isByPackage ? 'Su bono' : 'Descuento', value: `−${formatMoney(discountCents)}` }]
      : []),
    ...(payment ? paymentFacts(payment) : []),
    ...(payment ? refundFacts(payment) : []),
  ]
}
