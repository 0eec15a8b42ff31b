import { Link } from '@tanstack/react-router'
import { claims } from '#contract/claims.ts'
import { WelcomeLauncher } from '#web/features/shell/welcome-launcher.tsx'
import { SupportLauncher } from '#web/features/support/support-launcher.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'

import { BestCenters } from './best-centers.tsx'
import { FeaturesGrid } from './features-grid.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { SecurityCard } from './security-card.tsx'
import { TestimonialCarousel } from './testimonial-carousel.tsx'
import { ThreeSteps } from './three-steps.tsx'

/** The home page below its first screen, the welcome of a first visit, and the support panel. */
export function HomeSections() {
  return (
    <>
      <ThreeSteps />
      <BestCenters />
      <FeaturesGrid />
      <HowItWorks />
      <TestimonialCarousel />
      <SecurityCard />
      <ClosingCall />
      <WelcomeLauncher />
      <SupportLauncher />
    </>
  )
}

function ClosingCall() {
  return (
    <Page className="pb-16 lg:pb-20">
      <section aria-labelledby="closing" className="grid justify-items-center text-center">
        <h2 id="closing" className="max-w-[12em] text-2xl">
          El primer paso puede ser hoy
        </h2>
        {claims.users.shown && <p className="mt-3 text-ink-soft">{`${claims.users.text} ya dieron el suyo.`}</p>}
        <p className="mt-6 flex flex-wrap justify-center gap-3">
          <Link to="/register" className={buttonClass({ size: 'large' })}>
            Crear mi cuenta
          </Link>
          <Link to="/centers" search={{ when: 'any' }} className={buttonClass({ variant: 'secondary', size: 'large' })}>
            Ver los centros
          </Link>
        </p>
      </section>
    </Page>
  )
}
