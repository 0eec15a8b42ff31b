import { ownMoment, zoneSentence } from './own-time.ts'
import { serverDate } from './server-time.ts'
import { useHydrated } from './use-hydrated.ts'

/** The text is as long as the note of any zone. Its space is reserved before the first paint: see zone-space. */
const reservedText = 'Las horas son las de Uruguay. En tu zona horaria son 4 horas más.'

/** Above times: says once that they are Uruguay's, to a visitor whose browser is in another zone. `instant`: one of the times. */
export function ZoneNote({ instant, className = '' }: { instant?: string | undefined; className?: string }) {
  // The server's HTML is the same for every visitor.
  if (!useHydrated()) {
    return <p className={`invisible hidden text-sm in-[[data-other-zone]]:block ${className}`}>{reservedText}</p>
  }
  const sentence = zoneSentence(instant ?? serverDate())
  return sentence === undefined ? null : <p className={`text-sm text-ink-soft ${className}`}>{sentence}</p>
}

/** Under the time of one appointment: the time in the zone of the visitor's browser, where that is another. */
export function OwnTime({ instant }: { instant: string }) {
  const own = useHydrated() ? ownMoment(instant) : undefined
  return own === undefined ? null : (
    <span className="block font-sans text-sm font-normal text-ink-soft">{`Hora de Uruguay. En tu zona: ${own}`}</span>
  )
}
