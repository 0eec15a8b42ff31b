import { readFileSync } from 'node:fs'

import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import type * as Axe from 'axe-core'

import { demoOwner, registerPatient, sessionKey, sessionOf } from './by-api.ts'
import { newPerson, type Person } from './person.ts'

const rules: Axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  // What nobody reads here costs as much as the rules themselves; no rule of these levels looks into media or style sheets.
  resultTypes: ['violations'],
  preload: false,
}

const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

declare global {
  interface Window {
    axe: typeof Axe
  }
}

type TestFixtures = {
  /** What a test provokes in its pages on purpose. */
  provokes: RegExp | undefined
  /** Runs around every test: nothing may be thrown in a page, refused by its policy, or complained about by React. */
  calmPages: undefined
  /** A page of somebody else, in a browser of their own. */
  visitor: () => Promise<Page>
  /** Opens a section of the demonstration's centre as its owner. `query` as the address has it: `&fecha=2026-11-20`. */
  openDesk: (section: string, query?: string) => Promise<void>
}

type WorkerFixtures = {
  /** Of the owner of the demonstration's centre, who signs in once: whoever tries one account too often has to wait. */
  deskSession: string
  /** Somebody with an account. Tests that change the account make their own. */
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
  deskSession: [
    async ({ playwright }, provide, { project }) => {
      const { baseURL } = project.use
      const request = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
      const session = await sessionOf(request, demoOwner)
      await request.dispose()
      await provide(JSON.stringify(session))
    },
    { scope: 'worker' },
  ],
  openDesk: async ({ page, deskSession }, provide) => {
    await page.addInitScript(([key, session]) => localStorage.setItem(key, session), [sessionKey, deskSession] as const)
    await provide(async (section, query = '') => void (await page.goto(`/center/dashboard?seccion=${section}${query}`)))
  },
  patient: [
    async ({ browser }, provide, { project }) => {
      const { baseURL } = project.use
      const context = await browser.newContext({ ...(baseURL && { baseURL }) })
      const page = await context.newPage()
      const person = newPerson()
      await registerPatient(page, person)
      await context.close()
      await provide(person)
    },
    { scope: 'worker' },
  ],
})

/** No violation of WCAG 2.2 AA on what the page shows now. */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(async (options) => (await window.axe.run(options)).violations, rules)
  const found = violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html).slice(0, 3) }))
  expect(found, `accessibility of ${page.url()}`).toEqual([])
}

/** A toast, by its title and text; beside a field or above a form stands the text alone. */
export function said(page: Page, title: string, text = ''): Locator {
  const kind = page.getByRole('alert').or(page.getByRole('status'))
  return kind.filter({ hasText: title }).filter({ hasText: text }).first()
}

/** Nothing is wider than the page. A phone's `innerWidth` grows with what is. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const widths = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect(widths.scrollWidth, `width of ${page.url()}`).toBeLessThanOrEqual(widths.clientWidth)
}

/** React leaves its mark on what it has taken over: from then on a press isn't lost. */
export async function whenInteractive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    return main !== null && Object.keys(main).some((key) => key.startsWith('__react'))
  })
}

/** Each question that a test asks the page counts as a press in the browser: from here on only keys and pointers do. */
export async function countOnlyRealPresses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const activation = { hasBeenActive: false }
    for (const sign of ['keydown', 'pointerdown'])
      addEventListener(sign, () => Object.assign(activation, { hasBeenActive: true }), { capture: true })
    Object.defineProperty(navigator, 'userActivation', { value: activation })
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
