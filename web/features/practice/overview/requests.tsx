import { Link } from '@tanstack/react-router'
import type { PracticeFigures } from '#contract/practice.ts'
import { DeskCancelDialog } from '#web/features/agenda/actions/cancel-dialog.tsx'
import { agendaOfDay } from '#web/features/agenda/agenda-dates.ts'
import { useMarkAppointment } from '#web/features/agenda/api/mark-appointment.ts'
import { attendeeName } from '#web/features/agenda/appointment-style.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatDay, formatLongMoment, formatTime } from '#web/platform/formats.ts'
import { useNow } from '#web/platform/use-now.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'
import { Button } from '#web/ui/button.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import Hourglass from '~icons/lucide/hourglass'

import { timeLeft } from './time-left.ts'

type Request = PracticeFigures['requests'][number]
type RequestsProps = {
  centerId: string
  requests: readonly Request[]
}

/** Bookings that wait for the centre's reply, each with the remaining time and a button for either reply. */
export function Requests({ centerId, requests }: RequestsProps) {
  const now = useNow()
  const rejecting = useDialogState<Request>()
  if (requests.length === 0 && !rejecting.isOpen) return null
  return (
    <section aria-labelledby="requests-title" className="grid gap-3">
      <h3 id="requests-title">Esperan tu respuesta</h3>
      <ul className="grid gap-2">
        {requests.map((request) => (
          <li key={request.id}>
            <RequestRow centerId={centerId} request={request} now={now} onReject={() => rejecting.show(request)} />
          </li>
        ))}
      </ul>
      {rejecting.subject && (
        <DeskCancelDialog
          key={rejecting.key}
          centerId={centerId}
          appointment={rejecting.subject}
          rejects
          open={rejecting.isOpen}
          onClose={rejecting.close}
        />
      )}
    </section>
  )
}

type RequestRowProps = {
  centerId: string
  request: Request
  now: Date
  onReject: () => void
}

function RequestRow({ centerId, request, now, onReject }: RequestRowProps) {
  const name = attendeeName(request)
  const confirmation = useMarkAppointment()
  // After the success, the row stays pending until the refetched list drops it.
  const isPending = confirmation.isPending || confirmation.isSuccess

  async function confirm() {
    try {
      await confirmation.mutateAsync({ centerId, mark: 'confirm', appointment: request })
    } catch (error) {
      toast({ kind: 'destructive', title: 'No se pudo confirmar', description: errorMessage(error) })
      return
    }
    toast({
      kind: 'success',
      title: 'Cita confirmada',
      description: `${name}, ${formatLongMoment(request.startsAt)}.`,
    })
  }

  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border border-line bg-amber-soft px-4 py-3">
      <div className="grid min-w-0 grow basis-64 gap-0.5">
        <Link
          to="/center/dashboard"
          search={({ centro }) => ({ centro, ...agendaOfDay(request.startsAt), cita: request.id })}
          translate="no"
          className="link inline-flex min-h-11 items-center font-semibold wrap-anywhere"
        >
          {name}
        </Link>
        <p className="tabular-nums">
          {`${formatDay(request.startsAt)}, ${formatTime(request.startsAt)}`}
          <RowOwnTime instant={request.startsAt} />
        </p>
        <p className="text-sm text-ink-soft">
          {`${request.service.name} · `}
          <span translate="no">{request.professionalName}</span>
        </p>
        <p className="flex items-center gap-1.5 text-sm font-medium tabular-nums">
          <Hourglass aria-hidden="true" className="size-4 shrink-0" />
          {timeLeft({ answerBy: request.answerBy, now })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
        <Button pending={isPending} pendingLabel="Confirmando…" onClick={confirm}>
          Confirmar
          <span className="sr-only">
            {' la cita de '}
            <span translate="no">{name}</span>
          </span>
        </Button>
        <Button variant="secondary" disabled={isPending} {...opensDialog} onClick={onReject}>
          Rechazar
          <span className="sr-only">
            {' la cita de '}
            <span translate="no">{name}</span>
          </span>
        </Button>
      </div>
    </div>
  )
}
