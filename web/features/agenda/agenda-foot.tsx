import type { Agenda } from '#contract/agenda.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import type { IconComponent } from '#web/ui/icon.tsx'
import CalendarArrow from '~icons/lucide/calendar-arrow-down'
import CalendarX from '~icons/lucide/calendar-x'
import Keyboard from '~icons/lucide/keyboard'
import Printer from '~icons/lucide/printer'

import type { ShowDialog } from './agenda-dialog.ts'
import { legend } from './appointment-style.ts'
import { otherMarks } from './calendar/marks.tsx'

export type AgendaFootProps = {
  agenda: Agenda
  withCancelled: boolean
  onWithCancelled: (isOn: boolean) => void
  show: ShowDialog
}

export function AgendaFoot({ agenda, withCancelled, onWithCancelled, show }: AgendaFootProps) {
  const cancelledCount = agenda.appointments.filter(({ status }) => status === 'cancelled').length
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <ul aria-label="Qué dicen las marcas" className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
          {[...legend, ...otherMarks].map(({ word, Icon }) => (
            <li key={word} className="flex items-center gap-1.5">
              <Icon aria-hidden="true" className="size-4" />
              {word}
            </li>
          ))}
        </ul>
        <CheckboxField
          label={`Mostrar las canceladas (${cancelledCount})`}
          checked={withCancelled}
          onChange={({ currentTarget }) => onWithCancelled(currentTarget.checked)}
        />
      </div>
      <div className="flex flex-wrap gap-x-1 gap-y-1">
        <FootButton Icon={Printer} onClick={() => print()}>
          Imprimir el día
        </FootButton>
        <FootButton Icon={CalendarArrow} onClick={() => show({ kind: 'moveDay' })}>
          Mover el día…
        </FootButton>
        <FootButton Icon={CalendarX} onClick={() => show({ kind: 'cancelDay' })}>
          Cancelar el día…
        </FootButton>
        <FootButton Icon={Keyboard} className="max-md:hidden" onClick={() => show({ kind: 'shortcuts' })}>
          Atajos de teclado
        </FootButton>
      </div>
    </div>
  )
}

type FootButtonProps = Pick<ButtonProps, 'className' | 'onClick' | 'children'> & { Icon: IconComponent }

function FootButton({ Icon, ...button }: FootButtonProps) {
  return <Button {...button} variant="quiet" size="small" icon={<Icon aria-hidden="true" className="size-4.5" />} />
}
