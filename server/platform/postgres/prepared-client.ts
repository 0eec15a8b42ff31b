import { createHash } from 'node:crypto'
import pg from 'pg'
import { currentRequest } from '../request-note.ts'
import { addStatementTime } from './statement-times.ts'

/**
 * A connection that prepares every statement with parameters, because planning a frequent statement costs more than running
 * it, and that writes the statements of one turn of the event loop to its socket together.
 * - A text must not carry a value: write `= any($1)` for a list, and the predicate of a partial index as a literal, since a
 *   generic plan cannot prove that a parameter satisfies it.
 * - A text must name its columns: with `*`, a migration changes its result, and PostgreSQL then refuses the prepared statement.
 */
export class PreparedClient extends pg.Client {
  #isCorked = false
  /** When the connection finished its latest statement. */
  #lastEnd = 0

  constructor(config: pg.ClientConfig) {
    // Statements are sent without waiting for the responses to earlier ones. A connection serves one request at a time.
    super({ ...config, pipeline: true } as pg.ClientConfig)
    // Assigned instead of overridden: an override would have to repeat all overloads of its type.
    const query = this.query.bind(this) as (...input: unknown[]) => unknown
    this.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
      this.#cork()
      const name =
        typeof text === 'string' && Array.isArray(values) && values.length > 0 ? names.nameOf(text) : undefined
      const [config, ...others] = name === undefined ? [text, values, ...rest] : [{ name, text, values }, ...rest]
      return this.#timed(text, query, [config, ...others])
    }) as typeof this.query
  }

  /** Runs a statement and counts its time, without the wait for the statements that were sent before it. */
  #timed(statement: unknown, query: (...input: unknown[]) => unknown, input: unknown[]): unknown {
    const text = textOf(statement)
    if (text === undefined) return query(...input)
    const request = currentRequest()
    const sentAt = performance.now()
    const done = () => {
      const endedAt = performance.now()
      const ms = endedAt - Math.max(sentAt, this.#lastEnd)
      addStatementTime(text, ms)
      if (request) request.databaseMs += ms
      this.#lastEnd = endedAt
    }
    const last = input.at(-1)
    if (typeof last === 'function') {
      const callback = (...result: unknown[]): unknown => {
        done()
        return last(...result)
      }
      return query(...input.slice(0, -1), callback)
    }
    const result = query(...input)
    if (result instanceof Promise) result.then(done, done)
    return result
  }

  #cork(): void {
    const { stream } = (this as unknown as { connection: { stream: { cork?(): void; uncork?(): void } } }).connection
    if (this.#isCorked || !stream.cork) return
    this.#isCorked = true
    stream.cork()
    process.nextTick(() => {
      this.#isCorked = false
      stream.uncork?.()
    })
  }
}

/** Undefined for a cursor, whose statement ends when its reader closes it. */
function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement
  const isObject = typeof statement === 'object' && statement !== null && !('submit' in statement)
  return isObject && 'text' in statement && typeof statement.text === 'string' ? statement.text : undefined
}

/**
 * This is more than the code and the tests of one process contain. A connection keeps a plan for each name that it has
 * used, so their number is bounded.
 */
const maxStatements = 3000
const names = createNames({ max: maxStatements })

/** Names for at most `max` statement texts, the same on every connection. */
export function createNames({ max }: { max: number }) {
  const names = new Map<string, string>()
  let hasWarned = false
  return {
    /**
     * The name under which a text is prepared. Undefined once there are too many texts, because some text then carries a
     * value.
     */
    nameOf(text: string): string | undefined {
      const known = names.get(text)
      if (known !== undefined) return known
      if (names.size >= max) {
        if (!hasWarned) process.emitWarning(`More than ${max} texts of SQL statements: some text carries a value.`)
        hasWarned = true
        return undefined
      }
      const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
      names.set(text, name)
      return name
    },
    texts: (): readonly string[] => [...names.keys()],
  }
}

export function preparedTexts(): readonly string[] {
  return names.texts()
}
