import { createContext, type ReactNode, useContext } from 'react'
import { ownMoment, zoneSentence } from './own-time.ts'
import { useHydrated } from './use-hydrated.ts'

/** The text is as long as the note of any zone. Its space is reserved before the first paint: see zone-space. */
const reservedText = 'Las horas son las de Uruguay. En tu zona horaria son 4 o 5 horas más, según la fecha.'

const RowsNeedOwnTime = createContext(false)

export type ZoneNoteProps = {
  /** The times that the note is about: those shown below it, or `momentsOfYear()` where they may be of any date. */
  instants: readonly string[]
  className?: string
  /** What shows the times. */
  children?: ReactNode
}

/**
 * Above times: says once that they are Uruguay's, to a visitor whose browser is in another zone. Where a clock changes between
 * them, no one difference is true for all, and each `RowOwnTime` among the children shows its own.
 */
export function ZoneNote({ instants, className = '', children }: ZoneNoteProps) {
  const hydrated = useHydrated()
  const { sentence, isMixed = false } = (hydrated && zoneSentence(instants)) || {}
  return (
    <RowsNeedOwnTime value={isMixed}>
      {!hydrated && instants.length > 0 && (
        // The server's HTML is the same for every visitor.
        <p className={`invisible hidden text-sm in-[[data-other-zone]]:block ${className}`}>{reservedText}</p>
      )}
      {sentence && <p className={`text-sm text-ink-soft ${className}`}>{sentence}</p>}
      {children}
    </RowsNeedOwnTime>
  )
}

/** Under the time of one appointment: the time in the zone of the visitor's browser, where that is another. */
export function OwnTime({ instant }: { instant: string }) {
  const own = useHydrated() ? ownMoment(instant) : undefined
  return own === undefined ? null : (
    <span className="block font-sans text-sm font-normal text-ink-soft">{`Hora de Uruguay. En tu zona: ${own}`}</span>
  )
}

/** Beside a time below a `ZoneNote`: the visitor's own, where the note cannot give one difference for all. */
export function RowOwnTime({ instant, className = 'text-ink-soft' }: { instant: string; className?: string }) {
  const own = useContext(RowsNeedOwnTime) ? ownMoment(instant) : undefined
  return own === undefined ? null : <span className={className}>{` (${own} en tu zona)`}</span>
}
