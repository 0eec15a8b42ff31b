import { Link } from '@tanstack/react-router'
import { claims } from '#contract/claims.ts'
import { forVisitors } from '#web/features/shell/notice-space.ts'
import { WelcomeLauncher } from '#web/features/shell/welcome-launcher.tsx'
import { SupportLauncher } from '#web/features/support/support-launcher.tsx'
import { useFigures } from '#web/platform/operator-figures.ts'
import { useClaims } from '#web/platform/operator-words.ts'
import { useSession } from '#web/platform/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'
import CalendarCheck from '~icons/lucide/calendar-check'
import CircleCheck from '~icons/lucide/circle-check'
import MapPin from '~icons/lucide/map-pin'
import Search from '~icons/lucide/search'
import { BestCenters } from './best-centers.tsx'
import { FeaturesGrid } from './features-grid.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { OwnLinks } from './own-links.tsx'
import { Testimonials } from './testimonial-carousel.tsx'

const steps = [
  { Icon: Search, title: 'Busca', text: 'Escribe un síntoma, un servicio o el nombre de un centro.' },
  { Icon: MapPin, title: 'Ubica', text: 'Mira qué tienes cerca, a qué distancia y con qué opiniones.' },
  { Icon: CalendarCheck, title: 'Reserva', text: 'Elige una hora libre. Es tuya en cuanto la confirmas.' },
]

const protections = ['ssl', 'protectedData', 'gdpr', 'uruguayanLaw', 'serversInUruguay'] as const

/** The home page below its first screen, the welcome of a first visit, and the support panel. */
export function HomeSections() {
  return (
    <>
      <ThreeSteps />
      <BestCenters />
      <FeaturesGrid />
      <HowItWorks />
      <Testimonials />
      <SecurityCard />
      <ClosingCall />
      <WelcomeLauncher />
      <SupportLauncher />
    </>
  )
}

function ClosingCall() {
  const users = useFigures(['users'])[0]?.value
  const session = useSession()
  return (
    <Page className="pb-16 lg:pb-20">
      <section aria-labelledby="closing" className="grid justify-items-center text-center">
        <h2 id="closing" className="max-w-[12em] text-2xl">
          El primer paso puede ser hoy
        </h2>
        {users && <p className="mt-3 text-ink-soft">{`${users} usuarios ya dieron el suyo.`}</p>}
        <p className="mt-6 flex flex-wrap justify-center gap-3">
          {session.status === 'signedIn' ? (
            <OwnLinks className={buttonClass({ size: 'large' })} max={1} />
          ) : (
            <Link to="/register" className={buttonClass({ size: 'large', className: forVisitors })}>
              Crear mi cuenta
            </Link>
          )}
          <Link to="/centers" search={{ when: 'any' }} className={buttonClass({ variant: 'secondary', size: 'large' })}>
            Ver los centros
          </Link>
        </p>
      </section>
    </Page>
  )
}

/** Lists only the protections that the operator has confirmed; hidden when there are none. */
function SecurityCard() {
  const shown = protections.filter(useClaims())
  if (shown.length === 0) return null
  return (
    <Page className="pb-14 lg:pb-20">
      <section
        aria-labelledby="security"
        className="grid gap-x-14 gap-y-6 rounded-card bg-action-soft p-6 sm:p-10 lg:grid-cols-[1fr_1.3fr]"
      >
        <div>
          <h2 id="security" className="text-2xl">
            Lo tuyo queda contigo
          </h2>
          <p className="mt-3 max-w-[28em]">
            Tus datos viajan cifrados y tu contraseña se guarda de forma que nadie puede leerla. Ningún otro centro ni
            otro paciente ve tus reservas.
          </p>
        </div>
        <ul className="grid content-center gap-x-8 gap-y-3 sm:grid-cols-2">
          {shown.map((name) => (
            <li key={name} className="flex gap-2.5 font-medium">
              <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-action" />
              {claims[name].text}
            </li>
          ))}
        </ul>
      </section>
    </Page>
  )
}

function ThreeSteps() {
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
