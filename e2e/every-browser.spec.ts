import { test } from '@playwright/test'

import { type BrowserName, pathOfBrowser, startBrowser } from './driven-browser.ts'
import { type Handicap, handicaps, startHandicappedSite } from './handicaps.ts'
import { losesConnection, takePatientJourney } from './patient-journey.ts'

// `npm run storm` runs each browser with each handicap. `npm test` runs Chromium, which every machine has, without what
// older browsers lack, and each other browser once where it is installed; unusual-browsers.spec.ts has wrong clocks
// and translated pages.

const isStorm = process.env.STORM !== undefined
const all = Object.keys(handicaps) as Handicap[]
const chosen: Record<BrowserName, Handicap[]> = {
  chromium: isStorm ? all : ['functions that Safari 16.4 lacks'],
  firefox: isStorm ? all : ['none'],
  webkit: isStorm ? all : ['none'],
}

for (const name of Object.keys(chosen) as BrowserName[]) {
  test.describe(name, () => {
    test.skip(!pathOfBrowser(name), `${name} is not installed`)

    for (const handicap of chosen[name]) {
      test(`a patient signs in, searches, books, pays and writes; handicap: ${handicap}`, async ({ baseURL }) => {
        test.slow()
        await onSite({ name, handicap, baseURL, journey: takePatientJourney })
      })
    }

    // In `npm test`: lost-connection.spec.ts in Chromium, and web/platform/part-files.test.ts.
    test('what a press loads can be pressed again after a lost connection', { tag: '@storm' }, async ({ baseURL }) => {
      test.slow()
      await onSite({ name, handicap: 'none', baseURL, journey: losesConnection })
    })
  })
}

type Run = { name: BrowserName; handicap: Handicap; baseURL: string | undefined; journey: typeof losesConnection }

async function onSite({ name, handicap, baseURL = '', journey }: Run): Promise<void> {
  const site = await startHandicappedSite(baseURL, handicap)
  const browser = await startBrowser(name)
  test.info().annotations.push({ type: 'browser', description: browser.version })
  try {
    await journey({ browser, ...site, site: baseURL })
  } finally {
    await browser.close()
    site.stop()
  }
}
