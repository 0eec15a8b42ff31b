import { Link } from '@tanstack/react-router'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Check from 'lucide-react/icons/check'

import type { OwnCenter } from '#contract/centers.ts'
import { Card } from '#web/ui/card.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

import { completenessPlaces } from './completeness-places.ts'

const row = 'inline-flex min-h-11 items-center gap-2 font-medium text-action hover:underline'

/** How much of the profile is there, and where to do the rest. */
export function CompletenessCard({ own }: { own: OwnCenter }) {
  const done = own.completeness.filter((item) => item.done).length
  const percent = Math.round((done / own.completeness.length) * 100)
  const missing = own.completeness.filter((item) => !item.done)
  return (
    <Card as="section" aria-labelledby="completeness" className="grid gap-3">
      <h3 id="completeness">Qué tan completo está tu perfil</h3>
      <ProgressBar label={`${done} de ${own.completeness.length}`} percent={percent} />
      {missing.length === 0 ? (
        <p className="flex gap-2 text-ink-soft">
          <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-action" />
          No falta nada: quien te encuentra sabe todo lo que necesita.
        </p>
      ) : (
        <ul className="grid sm:grid-cols-2">
          {missing.map(({ key }) => {
            const place = completenessPlaces[key]
            const content = (
              <>
                <ArrowRight aria-hidden="true" className="size-4 shrink-0" />
                {place.label}
              </>
            )
            return (
              <li key={key}>
                {'section' in place ? (
                  <Link to="/center/dashboard" search={{ seccion: place.section, centro: own.id }} className={row}>
                    {content}
                  </Link>
                ) : (
                  <button type="button" className={row} onClick={() => goTo(place.id)}>
                    {content}
                  </button>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}

function goTo(id: string): void {
  const place = document.getElementById(id)
  place?.scrollIntoView({ block: 'center' })
  place?.focus({ preventScroll: true })
}
