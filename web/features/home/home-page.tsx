import { WelcomeLauncher } from '#web/features/shell/welcome-launcher.tsx'

import { BestCenters } from './best-centers.tsx'
import { ClosingCall } from './closing-call.tsx'
import { FeaturesGrid } from './features-grid.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { SecurityCard } from './security-card.tsx'
import { TestimonialCarousel } from './testimonial-carousel.tsx'
import { ThreeSteps } from './three-steps.tsx'

export function HomePage() {
  return (
    <>
      <Hero />
      <ThreeSteps />
      <BestCenters />
      <FeaturesGrid />
      <HowItWorks />
      <TestimonialCarousel />
      <SecurityCard />
      <ClosingCall />
      <WelcomeLauncher />
    </>
  )
}
