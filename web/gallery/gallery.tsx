import { NavigateContext } from '#web/ui/anchor.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { ToastRegion } from '#web/ui/toast-region.tsx'

import { Actions } from './actions.tsx'
import { Choices } from './choices.tsx'
import { Content } from './content.tsx'
import { Feedback } from './feedback.tsx'
import { Fields } from './fields.tsx'
import { Navigation } from './navigation.tsx'

/**
 * Every component of web/ui in its states, at /dev/components of `npm run dev`. Light or dark as the system is. No page imports
 * it, so the build leaves it out.
 */
export function Gallery() {
  return (
    <NavigateContext value={(href) => location.assign(href)}>
      <SkipLink />
      <main id="main" tabIndex={-1}>
        <Page className="grid gap-12 py-10">
          <header className="grid gap-3">
            <Logo name="Senda" />
            <h1>Componentes</h1>
          </header>
          <Actions />
          <Fields />
          <Choices />
          <Content />
          <Feedback />
          <Navigation />
        </Page>
      </main>
      <ToastRegion />
    </NavigateContext>
  )
}
