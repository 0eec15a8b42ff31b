import { type Place, placeLabels } from '#contract/places.ts'
import Banknote from '~icons/lucide/banknote'
import House from '~icons/lucide/house'
import MailWarning from '~icons/lucide/mail-warning'
import Video from '~icons/lucide/video'

import { allStyles } from '../appointment-style.ts'

const idOf = (name: string) => `agenda-mark-${name}`

/** The account that booked has not confirmed its address, so the time may still be freed. */
export const provisionalWord = 'Correo sin confirmar'

/** Icons beside the status: the appointment is paid or provisional, or takes place online or at home. */
export const otherMarks = [
  { id: 'online', word: placeLabels.online, Icon: Video },
  { id: 'home', word: placeLabels.home, Icon: House },
  { id: 'collected', word: 'Cobrado', Icon: Banknote },
  { id: 'provisional', word: provisionalWord, Icon: MailWarning },
] as const

/** The icons as symbols, defined once: a week shows them hundreds of times. */
export function MarkDrawings() {
  return (
    <svg aria-hidden="true" className="absolute size-0">
      {[...allStyles, ...otherMarks].map(({ id, Icon }) => (
        <symbol key={id} id={idOf(id)} viewBox="0 0 24 24">
          <Icon />
        </symbol>
      ))}
    </svg>
  )
}

/** One icon, by the id of an AppointmentStyle or of `otherMarks`. Its meaning is in the text beside it or in its button's label. */
export function Mark({ of, className = 'size-3.5' }: { of: string; className?: string }) {
  return (
    <svg aria-hidden="true" className={`shrink-0 ${className}`}>
      <use href={`#${idOf(of)}`} />
    </svg>
  )
}

/** The icon of an appointment online or at home. Most appointments are at the centre, which has no icon. */
export function PlaceMark({ place, className }: { place: Place; className?: string }) {
  if (place === 'center') return null
  return (
    <span title={placeLabels[place]} className="shrink-0">
      <Mark of={place} {...(className && { className })} />
      <span className="sr-only">{`${placeLabels[place]},`}</span>
    </span>
  )
}
