import type { Agenda, AgendaAppointment } from '#contract/agenda.ts'
import type { Membership } from '#contract/memberships.ts'
import { TimelineDialog } from '#web/features/clinical-records/timeline-dialog.tsx'
import { HandoverDialog } from '#web/features/loyalty/handover-dialog.tsx'
import { localClock } from '#web/platform/local-instants.ts'
import { startStopwatch } from '#web/platform/server-time.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { SwitchField } from '#web/ui/switch-field.tsx'
import { DeskCancelDialog } from './actions/cancel-dialog.tsx'
import { CollectDialog, type CollectDialogProps } from './actions/collect-dialog.tsx'
import { CompleteButton } from './actions/complete-button.tsx'
import { DetailsDialog } from './actions/details-dialog.tsx'
import { MoveDialog, type MoveDialogProps } from './actions/move-dialog.tsx'
import { RefundDialog } from './actions/refund-dialog.tsx'
import { RefundedDialog } from './actions/refunded-dialog.tsx'
import type { AgendaDialog, ShowDialog } from './agenda-dialog.ts'
import { allProfessionals } from './agenda-search.ts'
import { useAppointment } from './api/appointment.ts'
import { BookDialog } from './booking/book-dialog.tsx'
import { FindDialog } from './find/find-dialog.tsx'
import { CallsDialog } from './tasks/calls-dialog.tsx'
import { ToCloseDialog } from './tasks/to-close-dialog.tsx'
import { UnconfirmedDialog } from './tasks/unconfirmed-dialog.tsx'
import type { AgendaPlace } from './use-agenda-place.ts'
import { shortcuts, useShortcutsSwitch } from './use-shortcuts.ts'
import { CancelDayDialog } from './whole-day/cancel-day-dialog.tsx'
import { MoveDayDialog } from './whole-day/move-day-dialog.tsx'

export type AgendaDialogsProps = {
  dialog: AgendaDialog
  open: boolean
  show: ShowDialog
  close: () => void
  membership: Membership
  agenda: Agenda
  place: AgendaPlace
  /** The professional in view, when only one is. */
  professionalId: string | undefined
}

/** The dialogs over the agenda. Each takes its initial values when it opens. */
export function AgendaDialogs(props: AgendaDialogsProps) {
  const { dialog, open, show, close, membership, agenda, place, professionalId } = props
  const { centerId } = membership
  const common = { centerId, agenda, open, onClose: close }

  function goTo(appointment: AgendaAppointment) {
    const { date } = localClock(appointment.startsAt)
    const isShown = place.dates.includes(date)
    const isHidden =
      place.professional !== undefined &&
      place.professional !== allProfessionals &&
      place.professional !== appointment.professionalId
    if (!isShown || isHidden) {
      place.go({ ...(!isShown && { fecha: date }), ...(isHidden && { profesional: appointment.professionalId }) })
    }
    focusAppointment(appointment.id)
  }

  switch (dialog.kind) {
    case 'book':
      return (
        <BookDialog
          {...common}
          at={dialog.at}
          person={dialog.person}
          date={place.dayToBook}
          professionalId={professionalId}
          onBooked={goTo}
        />
      )
    case 'details': {
      // The refetched appointment, where another device has changed it since the dialog opened.
      const cell = agenda.appointments.find(({ id }) => id === dialog.appointment.id) ?? dialog.appointment
      return <DetailsDialog {...common} cell={cell} canWrite={membership.can.seeWholeCenter} show={show} />
    }
    case 'move':
      return <FreshMove {...common} appointment={dialog.appointment} onMoved={goTo} />
    case 'cancel':
      return <DeskCancelDialog {...common} appointment={dialog.appointment} />
    case 'collect':
      return <FreshCollect {...common} appointment={dialog.appointment} />
    case 'refund':
      return <FreshRefund {...common} appointment={dialog.appointment} />
    case 'refunded':
      return <FreshRefunded {...common} appointment={dialog.appointment} />
    case 'record':
      return (
        <TimelineDialog
          centerId={centerId}
          CompleteButton={CompleteButton}
          open={open}
          onClose={close}
          appointmentId={dialog.appointment.id}
        />
      )
    case 'moveDay':
      return <MoveDayDialog {...common} date={place.date} professionalId={professionalId} />
    case 'cancelDay':
      return <CancelDayDialog {...common} date={place.date} professionalId={professionalId} />
    case 'find':
      return (
        <FindDialog
          {...common}
          show={show}
          onOpenDay={(appointment) => {
            close()
            goTo(appointment)
          }}
        />
      )
    case 'handover':
      return (
        <HandoverDialog centerId={centerId} showsLast={membership.can.seeWholeCenter} open={open} onClose={close} />
      )
    case 'calls':
      return <CallsDialog centerId={centerId} open={open} onClose={close} />
    case 'toClose':
      return <ToCloseDialog centerId={centerId} open={open} onClose={close} />
    case 'unconfirmed':
      return <UnconfirmedDialog centerId={centerId} open={open} onClose={close} />
    case 'shortcuts':
      return <ShortcutsDialog open={open} onClose={close} />
  }
}

/** Passes the refetched appointment, which the dialog offers once another person has changed it. */
function FreshMove(props: MoveDialogProps) {
  return <MoveDialog {...props} appointment={useFreshAppointment(props)} />
}

function FreshCollect({ centerId, appointment, open, onClose }: CollectDialogProps) {
  const fresh = useFreshAppointment({ centerId, appointment, open })
  return <CollectDialog centerId={centerId} appointment={fresh} open={open} onClose={onClose} />
}

type Shown = Pick<CollectDialogProps, 'centerId' | 'appointment' | 'open'>

function useFreshAppointment({ centerId, appointment, open }: Shown): AgendaAppointment {
  return useAppointment({ centerId, appointmentId: appointment.id }, { enabled: open }).data ?? appointment
}

/** Passes the refetched appointment, because another device may have refunded a part since the dialog opened. */
function FreshRefund({ centerId, appointment, open, onClose }: CollectDialogProps) {
  const fresh = useFreshAppointment({ centerId, appointment, open })
  return <RefundDialog centerId={centerId} appointment={fresh} open={open} onClose={onClose} />
}

function FreshRefunded({ centerId, appointment, open, onClose }: CollectDialogProps) {
  const fresh = useFreshAppointment({ centerId, appointment, open })
  return <RefundedDialog centerId={centerId} appointment={fresh} open={open} onClose={onClose} />
}

const focusTimeoutMs = 3000
const retryEveryMs = 60

/** Focuses an appointment's card as soon as it is rendered and no dialog is open, unless the user presses somewhere first. */
function focusAppointment(appointmentId: string): void {
  const waitedMs = startStopwatch()
  let isPressed = false
  addEventListener('pointerdown', () => (isPressed = true), { once: true, capture: true })
  const tryToFocus = () => {
    if (isPressed) return
    const card = document.querySelector<HTMLElement>(`[data-cell="${CSS.escape(appointmentId)}"]`)
    const isFree = document.querySelector('[role=dialog]') === null
    if (card && isFree) {
      card.focus({ preventScroll: true })
      card.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    } else if (waitedMs() < focusTimeoutMs) setTimeout(tryToFocus, retryEveryMs)
  }
  setTimeout(tryToFocus, retryEveryMs)
}

function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [isOn, switchTo] = useShortcutsSwitch()
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Atajos de teclado" size="small">
      <div className="grid gap-5 pb-2">
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2">
          {shortcuts.map(({ keys, label }) => (
            <div key={label} className="contents">
              <dt className="flex gap-1">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="min-w-8 rounded-[0.375rem] border border-control bg-sand px-2 py-0.5 text-center font-sans font-semibold"
                  >
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
        </dl>
        <p className="text-sm text-ink-soft">
          Dentro de la grilla, las flechas van de hora en hora y de columna en columna; Enter abre o agenda.
        </p>
        <SwitchField
          label="Usar los atajos"
          hint="De una sola tecla. Apágalos si dictas con la voz."
          checked={isOn}
          onChange={({ currentTarget }) => switchTo(currentTarget.checked)}
        />
      </div>
    </Dialog>
  )
}
