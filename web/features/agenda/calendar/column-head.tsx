import { formatDay, formatLongDay } from '#web/platform/formats.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'

import { ProfessionalMark } from '../professional-mark.tsx'
import type { DayColumn } from './day-columns.ts'
import { ColumnHeader } from './grid-parts.tsx'

export type ColumnHeadProps = {
  column: DayColumn
  headedBy: 'professional' | 'day'
  isToday: boolean
  holiday: string | undefined
}

export function ColumnHead({ column, headedBy, isToday, holiday }: ColumnHeadProps) {
  const { professional, mark, date, off } = column
  const [weekday, day] = formatDay(date).split(' ')
  const absenceText = off.map(({ reason }) => reason || 'No atiende').join(', ')
  return (
    <ColumnHeader className="sticky top-0 z-20 flex min-w-0 items-center gap-2 border-b border-l border-line bg-panel px-2 py-1.5 text-sm">
      {headedBy === 'professional' ? (
        <>
          <Avatar name={professional.name} src={professional.photoUrl} size="small" className="size-7 text-sm" />
          <span translate="no" className="line-clamp-2 min-w-0 leading-tight font-semibold">
            {professional.name}
          </span>
          <ProfessionalMark mark={mark} className="absolute inset-x-0 -bottom-px h-[3px]" />
        </>
      ) : (
        <span className="grid min-w-0">
          <span className="sr-only">{formatLongDay(date)}</span>
          <span aria-hidden="true" className={classNames('flex items-baseline gap-1.5', isToday && 'text-action')}>
            <span className="first-letter:uppercase">{weekday}</span>
            <span className="text-lg font-semibold tabular-nums">{day}</span>
            {isToday && <span className="font-medium">hoy</span>}
          </span>
          {holiday && <span className="truncate text-clay-strong">{holiday}</span>}
        </span>
      )}
      {absenceText && <span className="sr-only">{`No atiende: ${absenceText}`}</span>}
    </ColumnHeader>
  )
}
