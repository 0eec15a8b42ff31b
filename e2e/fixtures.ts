import { readFileSync } from 'node:fs'

import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import type * as Axe from 'axe-core'

import { demoOwner, registerPatient, sessionKey, sessionOf } from './by-api.ts'
import { newPerson, type Person } from './person.ts'

const rules: Axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  // Loading media and style sheets costs as much as the rules themselves, and no rule of these levels reads them.
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
  /** Errors that a test causes on purpose. */
  provokes: RegExp | undefined
  /** Runs around every test: no page may throw, violate its content policy, or make React report an error. */
  calmPages: undefined
  /** A page of another user, in a separate browser context. */
  visitor: () => Promise<Page>
  /** Opens a section of the demo centre as its owner. `query`: further parameters of the URL, such as `&fecha=2026-11-20`. */
  openDesk: (section: string, query?: string) => Promise<void>
}

type WorkerFixtures = {
  /** The session of the demo centre's owner, who signs in once, because the limits slow down repeated sign-ins. */
  deskSession: string
  /** A user with an account. Tests that change the account create their own. */
  patient: Person
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  provokes: [undefined, { option: true }],
  calmPages: [
    async ({ context, provokes }, provide) => {
      const problems = listenForProblems(context)
      await provide(undefined)
      const unexpected = problems.filter((problem) => !provokes?.test(problem))
      expect(unexpected, 'reported by the browser').toEqual([])
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
    expect(problems.flat(), 'reported by the browser').toEqual([])
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

/** Expects no violation of WCAG 2.2 AA in the current state of the page, once toasts and buttons have found their places. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(untilStill)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(async (options) => (await window.axe.run(options)).violations, rules)
  const found = violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html).slice(0, 3) }))
  expect(found, `accessibility of ${page.url()}`).toEqual([])
}

/** Resolves once nothing in the document has changed for 200 ms, or after 2 seconds. Runs in the page. */
async function untilStill(): Promise<void> {
  await new Promise<void>((resolve) => {
    const changes = new MutationObserver(() => {
      clearTimeout(quiet)
      quiet = setTimeout(finish, 200)
    })
    const finish = () => {
      changes.disconnect()
      clearTimeout(quiet)
      clearTimeout(limit)
      resolve()
    }
    let quiet = setTimeout(finish, 200)
    const limit = setTimeout(finish, 2000)
    changes.observe(document, { childList: true, subtree: true, attributes: true })
  })
}

/** A toast, by its title and text. A message beside a field or above a form has only the text. */
export function messageOn(page: Page, title: string | RegExp, text = ''): Locator {
  const kind = page.getByRole('alert').or(page.getByRole('status'))
  return kind.filter({ hasText: title }).filter({ hasText: text }).first()
}

/** Expects nothing wider than the page. On a phone, `innerWidth` grows with wider content. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const widths = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect(widths.scrollWidth, `width of ${page.url()}`).toBeLessThanOrEqual(widths.clientWidth)
}

/** Waits until React has marked the page's frame and, within it, its title as hydrated; a click before that is lost. */
export async function whenInteractive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    // The frame hydrates first, the page within it on its own.
    const parts = [main, main?.querySelector('h1') ?? main]
    return parts.every((part) => part && Object.keys(part).some((key) => key.startsWith('__react')))
  })
}

/** The browser counts each evaluation of a test as a user gesture. From here on, only keys and pointers count. */
export async function countOnlyRealPresses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const activation = { hasBeenActive: false }
    for (const type of ['keydown', 'pointerdown'])
      addEventListener(type, () => Object.assign(activation, { hasBeenActive: true }), { capture: true })
    Object.defineProperty(navigator, 'userActivation', { value: activation })
  })
}

/** A refused request belongs to the test that causes it; every other console error is a defect. */
function listenForProblems(context: BrowserContext): string[] {
  const problems: string[] = []
  context.on('weberror', (problem) => problems.push(String(problem.error())))
  context.on('console', (message) => {
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return
    problems.push(`${message.text()} (${message.location().url})`)
  })
  return problems
}

/** Lets the network of a signed-in page become idle: its live stream would stay open. Call it before the page loads. */
export async function withoutLiveStream(page: Page): Promise<void> {
  await page.route(/\/api\/v1\/live(?:\?|$)/, (route) => route.fulfill({ contentType: 'text/event-stream', body: '' }))
}
