import type { ComponentProps } from 'react'

import type { AgendaCell } from '#contract/agenda.ts'
import { formatTime } from '#web/platform/formats.ts'
import { classNames } from '#web/ui/class-names.ts'

import { type AppointmentStyle, cellName } from '../appointment-style.ts'
import { Mark, PlaceMark, provisionalWord } from './marks.tsx'

export type AppointmentCardProps = ComponentProps<'button'> & {
  appointment: AgendaCell
  statusStyle: AppointmentStyle
  lines: 1 | 2 | 3
}

export function AppointmentCard({ appointment, statusStyle, lines, className, ...button }: AppointmentCardProps) {
  const { startsAt, endsAt, service, place = 'center', isCollected: isPaid, isProvisional } = appointment
  const { id, word, card } = statusStyle
  const status = (
    <span className="ml-auto flex shrink-0 items-center gap-1 text-ink-soft no-underline" title={word}>
      <PlaceMark place={place} />
      {isProvisional && (
        <span title={provisionalWord} className="flex items-center gap-1">
          <Mark of="provisional" />
          <span className={lines === 1 ? 'sr-only' : '@max-[20rem]:sr-only'}>{`${provisionalWord},`}</span>
        </span>
      )}
      {isPaid && <Mark of="collected" />}
      {isPaid && <span className="sr-only">Cobrado,</span>}
      <Mark of={id} />
      <span className={lines === 1 ? 'sr-only' : isPaid ? '@max-[10rem]:sr-only' : '@max-[8.5rem]:sr-only'}>
        {word}
      </span>
    </span>
  )
  const name = (
    <span translate="no" className="truncate font-semibold">
      {cellName(appointment)}
    </span>
  )
  return (
    <button
      type="button"
      {...button}
      className={classNames(
        '@container relative flex min-w-0 flex-col overflow-hidden rounded-[0.375rem] border-l-[3px] px-1.5 text-left text-sm leading-[1.2] transition-shadow hover:shadow-float',
        lines === 3 ? 'pt-px' : 'justify-center',
        card,
        className,
      )}
    >
      {lines === 1 ? (
        <span className="flex w-full items-center gap-1.5">
          <span className="tabular-nums">{formatTime(startsAt)}</span>
          {name}
          {status}
        </span>
      ) : (
        <>
          <span className="flex w-full items-center gap-1.5 whitespace-nowrap">
            <span className="tabular-nums">
              {formatTime(startsAt)}
              {lines === 3 && <span className="text-ink-soft @max-[12rem]:sr-only">{`–${formatTime(endsAt)}`}</span>}
            </span>
            {status}
          </span>
          <span className="flex w-full">{name}</span>
          {lines === 3 ? (
            <span className="w-full truncate text-ink-soft">{service}</span>
          ) : (
            <span className="sr-only">{service}</span>
          )}
        </>
      )}
    </button>
  )
}
