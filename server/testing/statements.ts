import pg from 'pg'

export type StatementCounts = { statements: number; roundTrips: number; texts: string[] }

type Statement = { text: string }
type Methods = Record<'submit' | 'handleReadyForQuery' | 'handleError', (...input: unknown[]) => unknown>

/**
 * Counts what this process sends to PostgreSQL while `run` runs. Statements that a transaction sends before the response to its
 * earlier ones share a round trip; statements on different connections count one each, even when they are sent together.
 */
export async function countStatements(run: () => Promise<unknown>): Promise<StatementCounts> {
  // pg calls these on each statement; its types leave them out.
  const methods = pg.Query.prototype as unknown as Methods
  const { submit, handleReadyForQuery, handleError } = methods
  const counts: StatementCounts = { statements: 0, roundTrips: 0, texts: [] }
  const awaited = new Map<object, object>()
  /** Connections in a transaction that only reads: its commit is not awaited. */
  const reading = new WeakSet<object>()
  const restore = () => void Object.assign(methods, { submit, handleReadyForQuery, handleError })
  methods.submit = function (this: Statement, ...input) {
    const [connection] = input as [object]
    if (this.text === 'start transaction read only') reading.add(connection)
    const isAwaited = this.text !== 'commit' || !reading.delete(connection)
    // The keys of access tokens, which each process reads again from time to time.
    if (this.text.includes('"public_jwk"')) return submit.apply(this, input)
    if (isAwaited && ![...awaited.values()].includes(connection)) counts.roundTrips++
    awaited.set(this, connection)
    counts.statements++
    counts.texts.push(this.text)
    return submit.apply(this, input)
  }
  methods.handleReadyForQuery = function (this: Statement, ...input) {
    awaited.delete(this)
    return handleReadyForQuery.apply(this, input)
  }
  methods.handleError = function (this: Statement, ...input) {
    awaited.delete(this)
    return handleError.apply(this, input)
  }
  try {
    await run()
  } finally {
    restore()
  }
  return counts
}
