import { expect, type Page } from '@playwright/test'

/** Opens the newest mail of this subject to this address, which may still be on its way. */
export async function openMail(page: Page, o: { to: string; subject: string }): Promise<void> {
  const link = page
    .getByRole('listitem')
    .filter({ hasText: o.to })
    .getByRole('link', { name: o.subject, exact: true })
    .first()
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(link).toBeVisible({ timeout: 500 })
  }).toPass()
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: o.subject })).toBeVisible()
}

/** The six digits in the open mail. */
export async function codeInMail(page: Page): Promise<string> {
  const text = (await page.frameLocator('iframe').locator('body').textContent()) ?? ''
  return /\b\d{3} ?\d{3}\b/.exec(text)?.[0] ?? ''
}
