import { expect, type Page } from '@playwright/test'

/** Opens the newest of `count` mails of this subject to this address, which may still be on its way. */
export async function openMail(page: Page, o: { to: string; subject: string; count?: number }): Promise<void> {
  const links = page.getByRole('listitem').filter({ hasText: o.to }).getByRole('link', { name: o.subject, exact: true })
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(links).toHaveCount(o.count ?? 1, { timeout: 500 })
  }).toPass()
  await links.first().click()
  await expect(page.getByRole('heading', { level: 1, name: o.subject })).toBeVisible()
}

/** The six digits in the open mail. */
export async function codeInMail(page: Page): Promise<string> {
  const text = (await page.frameLocator('iframe').locator('body').textContent()) ?? ''
  return /\b\d{3} ?\d{3}\b/.exec(text)?.[0] ?? ''
}
