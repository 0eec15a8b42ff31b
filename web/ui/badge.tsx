import type { ReactNode } from 'react'
import CalendarClock from '~icons/lucide/calendar-clock'
import CircleCheck from '~icons/lucide/circle-check'
import CircleX from '~icons/lucide/circle-x'
import TriangleAlert from '~icons/lucide/triangle-alert'
import { classNames } from './class-names.ts'

export type BadgeTone = 'neutral' | 'action' | 'clay' | 'blue' | 'green' | 'amber' | 'red'

export type BadgeProps = {
  /** blue: Próxima. green: Completada. red: Cancelada. amber: needs attention. */
  tone?: BadgeTone
  /** Replaces the icon of a status tone; `null` removes it where the word is enough. */
  icon?: ReactNode
  children: ReactNode
  className?: string
}

const looks: Record<BadgeTone, string> = {
  neutral: 'bg-sand text-ink-soft',
  action: 'bg-action-soft text-action',
  clay: 'bg-clay-soft text-clay-strong',
  blue: 'bg-blue-soft text-blue',
  green: 'bg-green-soft text-green',
  amber: 'bg-amber-soft text-amber',
  red: 'bg-red-soft text-red',
}

const icons: Partial<Record<BadgeTone, ReactNode>> = {
  blue: <CalendarClock aria-hidden="true" />,
  green: <CircleCheck aria-hidden="true" />,
  amber: <TriangleAlert aria-hidden="true" />,
  red: <CircleX aria-hidden="true" />,
}

export function Badge({ tone = 'neutral', icon = icons[tone], children, className }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex min-h-7 items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-medium [&_svg]:size-4 [&_svg]:shrink-0',
        looks[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  )
}
