import {
  CompiledQuery,
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

/**
 * Kysely, with transactions that wait for fewer answers: `begin` leaves with the first statement, and statements that the
 * code starts together (`Promise.all`) leave together. PostgreSQL runs them one after another, in the order in which they were
 * started, and refuses those that follow a failed one.
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
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = (callback) => execute((tx) => this.#pipelined(tx, callback))
    return builder
  }

  /** Kysely's own provider of a transaction's connection lets one statement end before the next one starts. */
  #pipelined<Result>(tx: Transaction<DB>, callback: (tx: Transaction<DB>) => Promise<Result>): Promise<Result> {
    const executor = tx.getExecutor()
    return executor.provideConnection((connection) => {
      const provider = {
        provideConnection: <T>(consumer: (connection: DatabaseConnection) => Promise<T>) => consumer(connection),
      }
      const props = { config: { dialect: this.#dialect }, dialect: this.#dialect, driver: this.#driver }
      return callback(new Transaction({ ...props, executor: executor.withConnectionProvider(provider) }))
    })
  }
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
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (settings.isolationLevel || settings.accessMode) return super.beginTransaction(connection, settings)
    // Fails only with the connection, and then the first statement fails as well.
    connection.executeQuery(CompiledQuery.raw('begin')).catch(() => undefined)
  }
}
