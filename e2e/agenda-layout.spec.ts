import { expect, type Page } from '@playwright/test'

import { expectAgenda, freeDay, test } from './agenda-page.ts'

const grid = (page: Page) => page.getByRole('grid')

test('the agenda shows eight hours of a day at 1366 × 768, keeps the names in view, and its colours differ in both themes', async ({
  page,
  openAgenda,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await openAgenda('&vista=semana&profesional=todos')
  const { date } = await freeDay(page, { weeks: 8 })
  await page.goto(`/center/dashboard?seccion=agenda&fecha=${date}`)
  await expectAgenda(page)

  await test.step('at least eight hours are in view without scrolling', async () => {
    const head = await grid(page).getByRole('columnheader').nth(1).boundingBox()
    const rows = await grid(page)
      .getByRole('rowheader')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })))
    const top = (head?.y ?? 0) + (head?.height ?? 0)
    const inView = rows.filter((row) => row.top >= top - 1 && row.bottom <= 768)
    expect(inView.length).toBeGreaterThanOrEqual(16)
    // One toolbar row above it.
    expect(head?.y).toBeLessThan(110)
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    await test.step(`with the ${colorScheme} theme, open hours differ from closed ones, and each professional's mark from its ground`, async () => {
      await page.emulateMedia({ colorScheme })
      const [open, closed] = await Promise.all([
        luminance(page, '.calendar-working'),
        luminance(page, '.calendar-column'),
      ])
      expect(contrast(open[0] ?? 0, closed[0] ?? 0)).toBeGreaterThanOrEqual(1.3)
      const marks = await luminance(page, '[role=grid] .professional-mark')
      const [head] = await luminance(page, '[role=grid] [role=columnheader]')
      expect(marks.length).toBeGreaterThan(1)
      expect(new Set(marks).size).toBe(marks.length)
      for (const mark of marks) expect(contrast(mark, head ?? 0)).toBeGreaterThanOrEqual(3)
    })
  }

  await test.step('the names stay in view while the hours scroll', async () => {
    await page.setViewportSize({ width: 1366, height: 500 })
    const name = grid(page).getByRole('columnheader').nth(1)
    await page.getByRole('heading', { level: 3 }).first().click()
    await page.keyboard.press('End')
    await expect.poll(async () => await grid(page).evaluate((box) => box.getBoundingClientRect().top)).toBeLessThan(-50)
    const { y = 0 } = (await name.boundingBox()) ?? {}
    expect(y).toBeGreaterThan(40)
    expect(y).toBeLessThan(110)
    // It is on top: nothing covers it.
    const isOnTop = await name.evaluate((head) => {
      const { x, y: top, width, height } = head.getBoundingClientRect()
      return head.contains(document.elementFromPoint(x + width / 2, top + height / 2))
    })
    expect(isOnTop).toBe(true)
  })
})

/** The relative luminance of each matching element's background, as the browser paints it. */
async function luminance(page: Page, selector: string): Promise<number[]> {
  return await page.locator(selector).evaluateAll((elements) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (!canvas) throw new Error('no canvas')
    return elements.map((element) => {
      canvas.fillStyle = getComputedStyle(element).backgroundColor
      canvas.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
        const share = value / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    })
  })
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}
