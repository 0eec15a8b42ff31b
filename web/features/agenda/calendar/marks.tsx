import Banknote from 'lucide-react/icons/banknote'

import { allStyles } from '../appointment-style.ts'

const idOf = (name: string) => `agenda-mark-${name}`

/** The icons as symbols, defined once: a week shows them hundreds of times. */
export function MarkDrawings() {
  return (
    <svg aria-hidden="true" className="absolute size-0">
      {allStyles.map(({ id, Icon }) => (
        <symbol key={id} id={idOf(id)} viewBox="0 0 24 24">
          <Icon />
        </symbol>
      ))}
      <symbol id={idOf('collected')} viewBox="0 0 24 24">
        <Banknote />
      </symbol>
    </svg>
  )
}

/** One icon, by the id of an AppointmentStyle or `collected`. Its meaning is in the text beside it or in its button's label. */
export function Mark({ of, className = 'size-3.5' }: { of: string; className?: string }) {
  return (
    <svg aria-hidden="true" className={`shrink-0 ${className}`}>
      <use href={`#${idOf(of)}`} />
    </svg>
  )
}
