import { brand } from '#contract/brand.ts'
import { zone } from '#contract/calendar.ts'
import type { Transit } from '#contract/payments.ts'
import { findCenter } from '#server/features/centers/repository/centers.ts'
import { createLimiter, outsideTurn } from '#server/platform/limiter.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { makeBoundedInThread } from '#server/platform/worker-thread.ts'
import { fail } from '../payments.errors.ts'
import { sumInAdvance, sumRevenue, sumSoldPackages } from '../repository/revenue.ts'
import { listOpenMonths, listSettlementsOfMonth } from '../repository/transit.ts'
import { addIncome } from '../rules/income.ts'
import { lastDayOf, monthAfter } from '../rules/months.ts'
import { spanOf } from '../rules/revenue.ts'
import { type Statement, statementFile, statementSections } from '../rules/statement.ts'
import type { StatementHead } from '../rules/statement-pdf.ts'

type OfCenter = { centerId: string }

/** What is open between Senda and a centre, by month, from one snapshot. */
export async function readTransit({ db }: Platform, { centerId }: OfCenter): Promise<Transit> {
  const [rows, advance] = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => [await listOpenMonths(tx, { centerId }), await sumInAdvance(tx, { centerId })] as const)
  const months = rows.map((row) => ({
    ...row,
    transferCents: row.inTransitCents - row.commissionCents,
    settledFrom: monthAfter(row.month),
  }))
  const inTransitCents = months.reduce((sum, row) => sum + row.inTransitCents, 0)
  const commissionCents = months.reduce((sum, row) => sum + row.commissionCents, 0)
  const total = { inTransitCents, commissionCents, transferCents: inTransitCents - commissionCents }
  return { months, total, advanceCents: advance.inTransitCents }
}

/** Statements that one account downloads. */
export const statementExports = { name: 'payments.statements', limit: 30, windowSeconds: 3600 }

export async function readStatement(
  { db, clock }: Platform,
  { centerId, month }: OfCenter & { month: string },
): Promise<Statement> {
  const span = { centerId, ...spanOf({ from: month, to: lastDayOf(month), zone }) }
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const center = await findCenter(tx, { centerId, today: localDay({ instant: clock.now(), zone }) })
      if (!center) throw fail('centers.not_found')
      const { total: visits } = await sumRevenue(tx, span)
      const income = (await sumSoldPackages(tx, span)).reduce(addIncome, visits)
      const settlements = await listSettlementsOfMonth(tx, { centerId, month })
      const dated = settlements.map(({ at, ...settled }) => ({ ...settled, day: dayText.format(at) }))
      return { centerName: center.name, month, income, settlements: dated }
    })
}

const dayText = new Intl.DateTimeFormat('es-UY', { timeZone: zone, dateStyle: 'medium' })
const pdfThread = new URL('../rules/statement-pdf-thread.ts', import.meta.url)
const pdfWithinMs = 8_000
/** Each PDF occupies a core. */
const takePdfTurn = createLimiter({ atOnce: 2, patienceMs: 8_000 })

export async function statementPdf(platform: Platform, input: OfCenter & { month: string }): Promise<File> {
  const statement = await readStatement(platform, input)
  const { centerName, month } = statement
  const sections = statementSections(statement)
  const head: StatementHead = { centerName, month, sections, now: platform.clock.now(), operatorName: brand.name }
  const make = () => makeBoundedInThread({ module: pdfThread, head, parts: noParts(), withinMs: pdfWithinMs })
  const pdf = await outsideTurn(() => takePdfTurn(make))
  return new File([...pdf], statementFile(statement, 'pdf'), { type: 'application/pdf' })
}

/** The head holds the whole statement. */
async function* noParts(): AsyncGenerator<never> {}
