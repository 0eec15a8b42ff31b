import type { Log } from './log.ts'

type Rows<Row> = {
  log: Log
  rows: readonly Row[]
  /** What the log calls a row, and what it says when one fails. */
  about: (row: Row) => object
  failure: string
}

/** Runs the rows one after the other. One that fails is logged and does not stop the others. @returns how many failed */
export async function runEach<Row>({
  log,
  rows,
  about,
  failure,
  run,
}: Rows<Row> & { run: (row: Row) => Promise<unknown> }): Promise<number> {
  let failed = 0
  for (const row of rows) {
    try {
      await run(row)
    } catch (error) {
      failed += 1
      log.error({ err: error, ...about(row) }, failure)
    }
  }
  return failed
}

/** Like runEach(), for a job that runs rarely: it throws at the end if a row failed, so that the job is tried again. */
export async function runEachOrThrow<Row>(input: Parameters<typeof runEach<Row>>[0]): Promise<void> {
  throwIfFailed(await runEach(input), input)
}

/** Runs all rows in one call, which is faster, and one after the other if that call fails. @returns how many failed then */
export async function runTogether<Row>({
  run,
  ...input
}: Rows<Row> & { run: (rows: readonly Row[]) => Promise<unknown> }): Promise<number> {
  if (input.rows.length === 0) return 0
  try {
    await run(input.rows)
    return 0
  } catch {
    return runEach({ ...input, run: (row) => run([row]) })
  }
}

/** Like runTogether(), for a job that runs rarely: it throws at the end, as runEachOrThrow() does. */
export async function runTogetherOrThrow<Row>(input: Parameters<typeof runTogether<Row>>[0]): Promise<void> {
  throwIfFailed(await runTogether(input), input)
}

function throwIfFailed(failed: number, { rows, failure }: { rows: readonly unknown[]; failure: string }): void {
  if (failed > 0) throw new Error(`${failed} of ${rows.length} rows: ${failure}`)
}
