import { expect, type Page } from '@playwright/test'

import { expectAgenda, test } from './agenda-page.ts'
import { runSql } from './database.ts'

const week = '&vista=semana&profesional=todos'

test('the tabs of a browser share one live stream, and another tab resumes it when its tab closes', async ({
  page,
  context,
  openAgenda,
}) => {
  const streams: string[] = []
  context.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/api/v1/live') streams.push(search)
  })
  await openAgenda(week)
  const second = await context.newPage()
  await second.goto(`/center/dashboard?seccion=agenda${week}`)
  await expectAgenda(second)

  const fetched = (tab: Page) => tab.waitForResponse((response) => /\/agenda\?/.test(response.url()))
  await Promise.all([fetched(page), fetched(second), changeAgendas()])
  expect(streams).toHaveLength(1)

  await page.close()
  await expect.poll(() => streams).toHaveLength(2)
  expect(streams[1]).toMatch(/^\?after=\d+$/)
  await Promise.all([fetched(second), changeAgendas()])
})

/** Notifies the streams of every centre, as each of its appointments would by changing. */
async function changeAgendas(): Promise<void> {
  await runSql('update appointments set status = status')
}
