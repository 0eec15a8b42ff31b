import { useEffect, useEffectEvent, useState } from 'react'
import { depositHoldMinutes, holdMinutes } from '#contract/calendar.ts'
import { serverNow } from '#web/platform/server-time.ts'
import { classNames } from '#web/ui/class-names.ts'
import Timer from '~icons/lucide/timer'

export type HoldCountdownProps = {
  expiresAt: string
  /** The time waits for the payment of its deposit. */
  isLong?: boolean
  onExpire: () => void
  className?: string
}

const soonSeconds = 120

/** How long a time stays held: "Tu hora, guardada 9:32". A screen reader announces it once near the end, not every second. */
export function HoldCountdown({ expiresAt, isLong = false, onExpire, className }: HoldCountdownProps) {
  const [seconds, setSeconds] = useState(() => secondsUntil(expiresAt, isLong))
  const expire = useEffectEvent(onExpire)
  useEffect(() => {
    const tick = () => {
      const left = secondsUntil(expiresAt, isLong)
      setSeconds(left)
      if (left > 0) return
      clearInterval(timer)
      expire()
    }
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [expiresAt, isLong])

  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  const isEndingSoon = seconds <= soonSeconds
  return (
    <span className={classNames('inline-flex items-center gap-1.5 text-sm', className)}>
      <Timer
        aria-hidden="true"
        className={classNames('size-4.5 shrink-0', isEndingSoon ? 'text-clay-strong' : 'text-action')}
      />
      <span role="timer" aria-label="Tiempo que la hora queda guardada">
        Tu hora, guardada{' '}
        <span translate="no" className="font-semibold tabular-nums">
          {clock}
        </span>
      </span>
      <span role="status" className="sr-only">
        {isEndingSoon ? 'Quedan menos de dos minutos para confirmar la hora.' : ''}
      </span>
    </span>
  )
}

/** The seconds never exceed the length of a hold, also before a response has told the server's time. */
function secondsUntil(instant: string, isLong: boolean): number {
  const seconds = Math.round((new Date(instant).getTime() - serverNow()) / 1000)
  return Math.min(Math.max(seconds, 0), (isLong ? depositHoldMinutes : holdMinutes) * 60)
}
