import { type BrowserContextOptions, type CDPSession, chromium, type Page } from '@playwright/test'
import type { AgendaSetup } from './agenda-server.ts'
import { requireChromium } from './chromium.ts'
import { claim, milliseconds, quantile, report } from './figures.ts'

const navigations = 20
/** Almost all appointments: some may be cancelled and hidden. */
const cardsOfWeek = 400

/** From the navigation to a visible week and an idle page, and from a click to the dialog that it opens. */
export async function benchAgendaScreen({
  origin,
  email,
  password,
  monday,
}: AgendaSetup & { monday: string }): Promise<void> {
  const browser = await chromium.launch({
    executablePath: await requireChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  try {
    const contextOptions: BrowserContextOptions = {
      baseURL: origin,
      locale: 'es-UY',
      timezoneId: 'America/Montevideo',
      viewport: { width: 1280, height: 800 },
    }
    const context = await browser.newContext(contextOptions)
    const page = await context.newPage()
    await page.goto('/login')
    await page.getByLabel('Correo electrónico').fill(email)
    await page.getByLabel(/^Contraseña/).fill(password)
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await page.waitForURL(/\/center\/dashboard/)
    const plain: number[] = []
    for (let index = -2; index < navigations; index++) {
      const shown = await arriveAtPlainPage(page)
      if (index >= 0) plain.push(shown)
    }
    const address = `/center/dashboard?seccion=agenda&vista=semana&profesional=todos&fecha=${monday}`
    const laterArrivals: Arrival[] = []
    const work = await workOf(page)
    for (let index = -2; index < navigations; index++) {
      const arrival = await arrive({ page, address })
      if (index >= 0) laterArrivals.push({ ...arrival, work: await work() })
    }
    const storageState = await context.storageState()
    const first: Arrival[] = []
    for (let index = 0; index < navigations / 2; index++) {
      const fresh = await browser.newContext({ ...contextOptions, storageState })
      first.push(await arrive({ page: await fresh.newPage(), address }))
      await fresh.close()
    }
    report('a page of text in a browser', { 'usable p50': milliseconds(quantile({ samples: plain, share: 0.5 })) })
    const threadMs = quantile({ samples: laterArrivals.map((arrival) => arrival.work ?? Number.NaN), share: 0.5 })
    report('the week in a browser, again', {
      ...figuresOf(laterArrivals),
      'work of its thread p50': milliseconds(threadMs),
    })
    report('the week in a browser, first time', figuresOf(first))
    claim(
      [...laterArrivals, ...first].every(({ cards }) => cards >= cardsOfWeek),
      'every navigation showed the whole week, and a press opened an appointment',
    )
  } finally {
    await browser.close()
  }
}

type Arrival = { shown: number; opensDialogMs: number; cards: number; work?: number }

/** CPU time of the page's thread since the navigation, which other load on this machine doesn't affect. */
async function workOf(page: Page): Promise<() => Promise<number>> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
}

async function arriveAtPlainPage(page: Page): Promise<number> {
  await page.goto('/contact', { waitUntil: 'load' })
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now()
  })
}

/** Measures by the page's clock, which starts with the navigation. */
async function arrive({ page, address }: { page: Page; address: string }): Promise<Arrival> {
  await page.goto(address, { waitUntil: 'commit' })
  return page.evaluate(async (minCards): Promise<Arrival> => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const selector = '[role="grid"] td button[data-cell]'
    const deadline = performance.now() + 30_000
    while (document.querySelectorAll(selector).length < minCards) {
      if (performance.now() > deadline) throw new Error('the week did not appear')
      await frame()
    }
    // When this task runs, the page has rendered and is idle.
    await frame()
    await new Promise((resolve) => setTimeout(resolve))
    const shown = performance.now()
    const cards = document.querySelectorAll<HTMLElement>(selector)
    cards[0]?.click()
    while (!document.querySelector('[role="dialog"]')) {
      if (performance.now() > deadline) throw new Error('a press opened no dialog')
      await frame()
    }
    return { shown, opensDialogMs: performance.now() - shown, cards: cards.length }
  }, cardsOfWeek)
}

function figuresOf(arrivals: readonly Arrival[]): Record<string, string> {
  const figure = (key: 'shown' | 'opensDialogMs', share: number) =>
    milliseconds(quantile({ samples: arrivals.map((arrival) => arrival[key]), share }))
  return {
    'usable p50': figure('shown', 0.5),
    p99: figure('shown', 0.99),
    target: '1000 ms',
    'a press opens the dialog p50': figure('opensDialogMs', 0.5),
  }
}
