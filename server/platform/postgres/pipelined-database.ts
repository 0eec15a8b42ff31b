import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  Transaction,
  type TransactionBuilder,
  type TransactionSettings,
} from 'kysely'

const transactions = new AsyncLocalStorage<true>()

/** Whether the caller runs within a transaction, which holds a connection and perhaps locks. */
export function isInTransaction(): boolean {
  return transactions.getStore() === true
}

/**
 * Kysely with transactions that wait for fewer round trips: it sends `begin` with the first statement, does not await the commit
 * of a read-only transaction, and sends statements that the code starts together (`Promise.all`) together. PostgreSQL runs them
 * one after another, in the order in which they were started, and refuses those that follow a failed one.
 */
export class PipelinedDatabase<DB> extends Kysely<DB> {
  readonly #dialect: Dialect
  /** Required by the type of a transaction, which only uses its executor. */
  readonly #driver: Driver

  constructor({ pool }: { pool: ConstructorParameters<typeof PostgresDialect>[0]['pool'] }) {
    const dialect = new PipelinedDialect({ pool })
    super({ dialect })
    this.#dialect = dialect
    this.#driver = dialect.createDriver()
  }

  override transaction(): TransactionBuilder<DB> {
    return this.#pipelining(super.transaction())
  }

  /**
   * The same database, which sends the statements that start together outside a transaction together, on one connection.
   * The connection returns to the pool as soon as all of them have ended. Each statement succeeds or fails by itself.
   */
  pipelined(): Kysely<DB> {
    const executor = this.getExecutor()
    let shared: SharedConnection | undefined
    const provider = {
      async provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
        shared ??= shareConnection((use) => executor.provideConnection(use))
        const current = shared
        current.users++
        try {
          return await consumer(await current.connection)
        } finally {
          current.users--
          if (current.users === 0) {
            if (shared === current) shared = undefined
            current.release()
          }
        }
      },
    }
    const props = { config: { dialect: this.#dialect }, dialect: this.#dialect, driver: this.#driver }
    const view = new Kysely<DB>({ ...props, executor: executor.withConnectionProvider(provider) })
    // Its `begin` would put the statements of others into the transaction.
    const refuse = (): never => {
      throw new Error('Pipelined statements share a connection: begin a transaction on the database itself')
    }
    return Object.assign(view, { transaction: refuse, startTransaction: refuse, connection: refuse })
  }

  #pipelining(builder: TransactionBuilder<DB>): TransactionBuilder<DB> {
    const execute = builder.execute.bind(builder)
    const setAccessMode = builder.setAccessMode.bind(builder)
    builder.execute = (callback) => execute((tx) => this.#pipelined(tx, callback))
    builder.setAccessMode = (mode) => this.#pipelining(setAccessMode(mode))
    return builder
  }

  /** Replaces Kysely's provider of a transaction's connection, which waits for each statement before it starts the next. */
  #pipelined<Result>(tx: Transaction<DB>, callback: (tx: Transaction<DB>) => Promise<Result>): Promise<Result> {
    const executor = tx.getExecutor()
    return executor.provideConnection((connection) => {
      let isOver = false
      const provider = {
        provideConnection: <T>(consumer: (connection: DatabaseConnection) => Promise<T>) => {
          // Another statement of a `Promise.all` that failed may start late; after the rollback it would commit by itself.
          if (isOver) return Promise.reject(new Error('A statement started after its transaction had ended'))
          return consumer(connection)
        },
      }
      const props = { config: { dialect: this.#dialect }, dialect: this.#dialect, driver: this.#driver }
      const pipelinedTx = new Transaction<DB>({ ...props, executor: executor.withConnectionProvider(provider) })
      return transactions
        .run(true, () => callback(pipelinedTx))
        .finally(() => {
          isOver = true
        })
    })
  }
}

type SharedConnection = { connection: Promise<DatabaseConnection>; users: number; release(): void }

function shareConnection(
  provide: (use: (connection: DatabaseConnection) => Promise<void>) => Promise<void>,
): SharedConnection {
  const released = Promise.withResolvers<void>()
  const connection = new Promise<DatabaseConnection>((resolve, reject) => {
    provide((provided) => {
      resolve(provided)
      return released.promise
    }).catch(reject)
  })
  return { connection, users: 0, release: released.resolve }
}

class PipelinedDialect extends PostgresDialect {
  readonly #config: ConstructorParameters<typeof PostgresDialect>[0]

  constructor(config: ConstructorParameters<typeof PostgresDialect>[0]) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new PipelinedDriver(this.#config)
  }
}

class PipelinedDriver extends PostgresDriver {
  readonly #reading = new WeakSet<DatabaseConnection>()

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (settings.accessMode === 'read only') this.#reading.add(connection)
    else this.#reading.delete(connection)
    // `begin` fails only when the connection is lost, and then the first statement fails as well.
    super.beginTransaction(connection, settings).catch(() => undefined)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const committed = super.commitTransaction(connection)
    // A transaction that wrote nothing need not wait: statements that follow on this connection run after its commit.
    if (!this.#reading.has(connection)) return committed
    committed.catch(() => undefined)
  }
}
