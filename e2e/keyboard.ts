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

/** A day like `2027-03-05` as a date field shows it. */
export const shownDate = (date: string) => date.split('-').reverse().join('/')

/** Types a day like `2027-03-05` into a date field in place of its day, digit by digit, as a person does. */
export async function typeDate(field: Locator, date: string): Promise<void> {
  await field.selectText()
  await field.pressSequentially(shownDate(date).replaceAll('/', ''), { delay: 60 })
}
