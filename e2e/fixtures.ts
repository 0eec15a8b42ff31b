import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'

import { newPerson, type Person, register } from './sign-up.ts'

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

type TestFixtures = {
  /** What a test provokes in its pages on purpose. */
  provokes: RegExp | undefined
  /** Runs around every test: nothing may be thrown in a page, refused by its policy, or complained about by React. */
  calmPages: undefined
  /** A page of somebody else, in a browser of their own. */
  visitor: () => Promise<Page>
}

type WorkerFixtures = {
  /** Somebody with an account, who signed up through the screen. Tests that change the account make their own. */
  patient: Person
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  provokes: [undefined, { option: true }],
  calmPages: [
    async ({ context, provokes }, provide) => {
      const problems = listenForProblems(context)
      await provide(undefined)
      const unexpected = problems.filter((problem) => !provokes?.test(problem))
      expect(unexpected, 'said by the browser').toEqual([])
    },
    { auto: true },
  ],
  visitor: async ({ browser }, provide) => {
    const contexts: BrowserContext[] = []
    const problems: string[][] = []
    await provide(async () => {
      const context = await browser.newContext()
      contexts.push(context)
      problems.push(listenForProblems(context))
      return await context.newPage()
    })
    for (const context of contexts) await context.close()
    expect(problems.flat(), 'said by the browser').toEqual([])
  },
  patient: [
    async ({ browser }, provide, { project }) => {
      const { baseURL } = project.use
      const context = await browser.newContext({ ...(baseURL && { baseURL }) })
      const page = await context.newPage()
      const person = newPerson()
      await page.goto('/register')
      await register(page, person)
      await expect(page).toHaveURL('/patient-welcome')
      await context.close()
      await provide(person)
    },
    { scope: 'worker' },
  ],
})

/** No violation of WCAG 2.2 AA on what the page shows now. */
export async function expectAccessible(page: Page): Promise<void> {
  // The newer mode opens a second page for frames of other sites, which there are none of, and takes twice as long.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(levels).analyze()
  const found = violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html).slice(0, 3) }))
  expect(found, `accessibility of ${page.url()}`).toEqual([])
}

/** React leaves its mark on what it has taken over: from then on a press isn't lost. */
export async function whenInteractive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    return main !== null && Object.keys(main).some((key) => key.startsWith('__react'))
  })
}

/** A refused request is the matter of the test that causes it; the rest of what a console calls an error is ours. */
function listenForProblems(context: BrowserContext): string[] {
  const problems: string[] = []
  context.on('weberror', (problem) => problems.push(String(problem.error())))
  context.on('console', (message) => {
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return
    problems.push(`${message.text()} (${message.location().url})`)
  })
  return problems
}
