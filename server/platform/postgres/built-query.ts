import type { CompiledQuery } from 'kysely'
import type { Db, Tx } from './database.ts'

type Buildable<Row> = { compile(db: Db | Tx): CompiledQuery<Row> }

/**
 * A query that is built and compiled on its first call, because for a frequent query this takes longer than sending it.
 * `build` receives a placeholder for each value, so it must not branch on a value: a query with an optional condition
 * is two queries, or compares with null.
 */
export function builtOnce<Values extends Record<string, unknown>, Row>(
  build: (db: Db | Tx, values: Values) => Buildable<Row>,
): (db: Db | Tx, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, values) => {
    compiled ??= build(db, placeholders<Values>()).compile(db)
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name] : parameter,
    )
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  /** JavaScript calls this to compare or add the value, or to put it into a text. */
  [Symbol.toPrimitive](): never {
    throw new Error(`The query is built once: it cannot read the value of "${this.name}".`)
  }
}

function placeholders<Values>(): Values {
  const target: Record<string, Placeholder> = {}
  return new Proxy(target, {
    get: (_, name) => (target[String(name)] ??= new Placeholder(String(name))),
    ownKeys() {
      throw new Error('The query is built once: it reads each value by its name.')
    },
  }) as Values
}
