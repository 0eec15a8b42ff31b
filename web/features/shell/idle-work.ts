import { hearFilledFields } from '#web/platform/filled-fields.ts'
import { afterPageHydrated } from '#web/platform/page-hydrated.tsx'
import { tolerateTranslators } from '#web/platform/translated-text.ts'
import { watchForNewVersion } from './new-version-watch.ts'

/**
 * What every page does once the browser is idle, and so no part of the first scripts. Until it arrives, a translated page may break, and a
 * form that a password manager filled asks for what it misses, which the next press sends.
 */
export async function startIdleWork(): Promise<void> {
  tolerateTranslators()
  hearFilledFields()
  await afterPageHydrated(async () => watchForNewVersion())
}
