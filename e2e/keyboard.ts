import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until the element has the focus, as a user without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  const steps = 150
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${steps} presses of Tab don't reach ${String(target)}`)
}

export async function pressOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

export async function expectVisibleFocus(target: Locator): Promise<void> {
  // A link that covers its card draws the outline around the card.
  const widthOfOutline = (element: Element) =>
    Math.max(
      ...[getComputedStyle(element), getComputedStyle(element, '::after')].map(({ outlineStyle, outlineWidth }) =>
        outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth),
      ),
    )
  await expect.poll(() => target.evaluate(widthOfOutline)).toBeGreaterThanOrEqual(2)
}

/** Types the 11th of November digit by digit: the order of day and month depends on the browser's own language. */
export async function typeEleventhOfNovember(field: Locator, year: number): Promise<void> {
  await field.focus()
  await field.pressSequentially(`1111${year}`, { delay: 60 })
}
