import type { Appointment } from '#contract/appointments.ts'
import { hasOneName } from '#contract/center-words.ts'
import { formatLongMoment, telHref } from '#web/platform/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { opensDialog } from '#web/ui/dialog.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import BellOff from '~icons/lucide/bell-off'
import CalendarClock from '~icons/lucide/calendar-clock'
import CalendarPlus from '~icons/lucide/calendar-plus'
import CalendarX from '~icons/lucide/calendar-x'
import ChevronDown from '~icons/lucide/chevron-down'
import CreditCard from '~icons/lucide/credit-card'
import FileText from '~icons/lucide/file-text'
import MessagesSquare from '~icons/lucide/messages-square'
import Phone from '~icons/lucide/phone'
import { namedCenter } from '../appointment-facts.ts'
import type { AppointmentAction, OpenAction } from './appointment-action.ts'
import { useAppointmentReminder } from './reminders.tsx'

/** Three buttons side by side, also on the smallest phone. */
const tight = 'max-sm:px-2'

type Props = { appointment: Appointment; onAction: OpenAction }

/** What patients do most with the next appointment, and the rest behind «Más». */
export function NextActions({ appointment, onAction }: Props) {
  const { can, center, startsAt } = appointment
  return (
    <div className="grid auto-cols-fr grid-flow-col gap-2 cramped:flex cramped:flex-wrap sm:flex">
      {center.phone ? (
        <a href={telHref(center.phone)} className={buttonClass({ variant: 'secondary', className: tight })}>
          <Phone aria-hidden="true" className="size-5 shrink-0 max-[22rem]:hidden" />
          Llamar
          <span className="sr-only">{` a ${center.name}: ${center.phone}`}</span>
        </a>
      ) : null}
      {can.move && (
        <Button variant="secondary" className={tight} {...opensDialog} onClick={() => onAction('move', appointment)}>
          Mover
          <span className="sr-only">{`: ${formatLongMoment(startsAt)}`}</span>
        </Button>
      )}
      <MoreActions
        appointment={appointment}
        onAction={onAction}
        omit="move"
        triggerClassName={buttonClass({ variant: 'secondary', className: tight })}
      />
    </div>
  )
}

type MoreProps = Props & {
  /** The action that has a button of its own. */
  omit?: AppointmentAction
  triggerClassName?: string
}

/** Everything that the server allows with an upcoming appointment. For screen readers, the date distinguishes the buttons. */
export function MoreActions({ appointment, onAction, omit, triggerClassName }: MoreProps) {
  const { can, center, startsAt } = appointment
  const reminder = useAppointmentReminder(appointment.id)
  const action = (id: AppointmentAction, label: string, icon: MenuIcon) => ({
    id,
    label,
    icon: <IconOf icon={icon} />,
    onSelect: () => onAction(id, appointment),
  })
  const items: (MenuItem | false)[] = [
    action('details', 'Ver detalles', FileText),
    can.pay && action('pay', 'Pagar', CreditCard),
    can.move && omit !== 'move' && action('move', 'Mover', CalendarClock),
    can.cancel && action('calendar', 'Agregar al calendario', CalendarPlus),
    center.presence !== 'gone' && {
      id: 'message',
      label: hasOneName(namedCenter(appointment)) ? 'Escribir un mensaje' : 'Escribir al centro',
      icon: <IconOf icon={MessagesSquare} />,
      href: `/chat?${new URLSearchParams({ to: center.id })}`,
    },
    reminder !== undefined && {
      id: 'reminder',
      label: 'Descartar el recordatorio',
      icon: <IconOf icon={BellOff} />,
      onSelect: () => void reminder.dismiss(),
    },
    can.cancel && { id: 'line', separator: true },
    can.cancel && { ...action('cancel', 'Cancelar la cita', CalendarX), isDangerous: true },
  ]
  return (
    <Menu
      label={`Más: ${formatLongMoment(startsAt)}`}
      trigger={
        <>
          Más
          <ChevronDown aria-hidden="true" className="size-4" />
        </>
      }
      triggerClassName={triggerClassName ?? buttonClass({ variant: 'secondary', size: 'small' })}
      items={items.filter((item) => item !== false)}
    />
  )
}

type MenuIcon = typeof Phone

function IconOf({ icon: Icon }: { icon: MenuIcon }) {
  return <Icon aria-hidden="true" />
}
