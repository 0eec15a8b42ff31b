import { ORPCError } from '@orpc/contract'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { paymentsRoutes } from '#server/features/payments/payments.routes.ts'
import { sumIncomeOfPerson } from '#server/features/payments/repository/income.ts'
import { type Income, noIncome } from '#server/features/payments/rules/income.ts'
import { tillsRoutes } from '#server/features/tills/routes/tills.ts'
import type { Platform } from '#server/platform/platform.ts'
import { centerOverviewRoutes } from '#server/processes/center-overview.ts'
import { readContactRoutes } from '#server/processes/read-contact.ts'
import { clientOf } from './calling.ts'

/** Around every appointment of a test: the longest period that Dinero shows. */
const period = { from: '2025-06-01', to: '2028-05-31' }

const sumOf = <Row>(rows: readonly Row[], cents: (row: Row) => number) => rows.reduce((sum, row) => sum + cents(row), 0)

/**
 * Expects that Inicio, Dinero, its CSV, the till and the patients' sheets of a centre state the same amounts, and that what was earned
 * is what was received, is in transit or is still due. @returns the income that Dinero shows
 */
export async function expectScreensAgree(platform: Platform, { centerId }: { centerId: string }) {
  const money = clientOf(platform, paymentsRoutes, centerId)
  const { total, byMonth, packages, byService, byProfessional, byMethod, inAdvance } = await money.revenue({
    centerId,
    ...period,
  })
  const practice = clientOf(platform, centerOverviewRoutes.practice, centerId)
  expect((await practice.figures({ centerId })).incomeCents).toBe(total.incomeCents)

  const splits: readonly (readonly Income[])[] = [byMonth, [...byService, packages], [...byProfessional, packages]]
  for (const lines of splits) {
    for (const name of Object.keys(noIncome) as (keyof typeof total)[]) {
      expect(sumOf<typeof total>(lines, (line) => line[name])).toBe(total[name])
    }
  }
  expect(sumOf(byMethod, ({ collectedCents }) => collectedCents)).toBe(total.collectedCents)
  // What a package pays for was received when the package was sold.
  expect(total.incomeCents + total.soldCents).toBe(
    total.receivedCents +
      total.withheldCents +
      total.inTransitCents -
      total.toReturnCents +
      total.dueCents +
      total.creditCents +
      total.packageCents,
  )

  const csv = await readCsv(platform, { centerId })
  for (const [column, cents] of [
    ['ingreso', total.incomeCents],
    ['comisión', total.commissionCents],
    ['comisión ya descontada', total.withheldCents],
    ['neto', total.netCents],
    ['devuelto', total.refundedCents],
    ['retenido', total.retainedCents],
    ['con bono', total.packageCents],
    ['por cobrar', total.dueCents],
    ['cobrado', total.collectedCents + inAdvance.deskCents + inAdvance.onlineCents],
    ['recibido', total.receivedCents + inAdvance.deskCents + inAdvance.onlineCents - inAdvance.inTransitCents],
    ['en camino', total.inTransitCents + inAdvance.inTransitCents],
  ] as const) {
    expect([column, csv.sumOf(column)]).toEqual([column, cents])
  }

  // What went through the desk's drawer is what Dinero says that the desk received, with what is paid in advance.
  expect(await sumTills(platform, { centerId })).toEqual({
    desk: total.deskCents + inAdvance.deskCents,
    online: total.onlineCents + inAdvance.onlineCents,
  })
  const sheets = await readSheets(platform, { centerId })
  expect(sumOf(sheets, ({ directCents }) => directCents)).toBe(inAdvance.direct.cents)
  const debts = await clientOf(platform, tillsRoutes, centerId).debts({ centerId, q: '', order: 'oldest', page: 1 })
  expect(sumOf(sheets, ({ owedCents }) => owedCents)).toBe(debts.totalDueCents + debts.packages.totalDueCents)
  expect(sumOf(sheets, ({ collectedCents }) => collectedCents)).toBe(
    total.collectedCents + inAdvance.deskCents + inAdvance.onlineCents,
  )
  expect(sumOf(sheets, ({ incomeCents }) => incomeCents)).toBe(total.incomeCents)
  expect(sumOf(sheets, ({ dueCents }) => dueCents)).toBe(total.dueCents)
  return total
}

async function readCsv(platform: Platform, { centerId }: { centerId: string }) {
  const { csv } = await clientOf(platform, paymentsRoutes, centerId).revenueCsv({ centerId, ...period })
  const [head = [], ...rows] = csv
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';'))
  return {
    sumOf: (column: string) => {
      const index = head.indexOf(column)
      return sumOf(rows, (row) => Math.round(Number(row[index]?.replace(',', '.')) * 100))
    },
  }
}

/** Every movement of every till, open and closed. */
async function sumTills(platform: Platform, { centerId }: { centerId: string }) {
  const client = clientOf(platform, tillsRoutes, centerId)
  const open = await client.get({ centerId })
  const closed = await client.closings({ centerId, limit: 50 })
  const deskOf = ({ efectivo, debito, transferencia }: (typeof open)['expected']) => efectivo + debito + transferencia
  return {
    desk:
      deskOf(open.expected) -
      open.openingFloatCents +
      sumOf(closed.items, ({ expected, openingFloatCents }) => deskOf(expected) - openingFloatCents),
    online: open.onlineCents + sumOf(closed.items, ({ onlineCents }) => onlineCents),
  }
}

async function readSheets(platform: Platform, { centerId }: { centerId: string }) {
  const { rows } = await sql<{ kind: 'patient' | 'dependant' | 'guest'; id: string }>`
    select distinct case when dependant_id is not null then 'dependant' when guest_id is not null then 'guest' else 'patient' end as kind,
      coalesce(dependant_id, guest_id, patient_id) as id
    from appointments where center_id = ${centerId} and status <> 'held'
    union select case when guest_id is null then 'patient' else 'guest' end, coalesce(guest_id, patient_id)
    from packages where center_id = ${centerId}`.execute(platform.db)
  const client = clientOf(platform, readContactRoutes.contacts, centerId)
  return Promise.all(
    rows.map(async ({ kind, id }) => {
      const sheet = await client.get({ centerId, kind, personId: id }).catch((error: unknown) => {
        // A patient of whom every appointment was cancelled has no sheet.
        if (!(error instanceof ORPCError && error.code === 'contacts.not_found')) throw error
      })
      const money = sheet?.money ?? (await sumIncomeOfPerson(platform.db, { centerId, person: { kind, id } }))
      return { ...money, owedCents: sheet?.owedCents ?? 0, directCents: sheet?.directCents ?? 0 }
    }),
  )
}

/** The same for every centre of a test. */
export async function expectAllScreensAgree(platform: Platform): Promise<void> {
  const centers = await platform.db.selectFrom('appointments').select('center_id as centerId').distinct().execute()
  for (const center of centers) await expectScreensAgree(platform, center)
}
