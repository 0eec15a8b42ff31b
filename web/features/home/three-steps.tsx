import CalendarCheck from 'lucide-react/icons/calendar-check'
import MapPin from 'lucide-react/icons/map-pin'
import Search from 'lucide-react/icons/search'

import { Page } from '#web/ui/page.tsx'

const steps = [
  { Icon: Search, title: 'Busca', text: 'Escribe un síntoma, un servicio o el nombre de un centro.' },
  { Icon: MapPin, title: 'Ubica', text: 'Mira qué tienes cerca, a qué distancia y con qué opiniones.' },
  { Icon: CalendarCheck, title: 'Reserva', text: 'Elige una hora libre. Es tuya en cuanto la confirmas.' },
]

export function ThreeSteps() {
  return (
    <section aria-labelledby="three-steps" className="border-y border-line bg-panel">
      <Page className="py-7">
        <h2 id="three-steps" className="sr-only">
          Tres pasos
        </h2>
        <ol className="grid gap-x-10 gap-y-5 md:grid-cols-3">
          {steps.map(({ Icon, title, text }, index) => (
            <li key={title} className="flex items-start gap-3">
              <span aria-hidden="true" className="w-7 shrink-0 font-display text-2xl font-heading text-clay-strong">
                {index + 1}
              </span>
              <div>
                <h3 className="flex items-center gap-2">
                  <Icon aria-hidden="true" className="size-5 text-action" />
                  {title}
                </h3>
                <p className="text-ink-soft">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </Page>
    </section>
  )
}
