import type { Platform } from '#server/platform/platform.ts'
import { StartError } from '#server/platform/start-error.ts'

/**
 * For a real installation: whoever tried the demonstration on this data left accounts there whose password everybody knows.
 * Its people have no password or are older than the tables they stand in, as nobody can be who registered: so nobody stops
 * our next start by registering a demo address.
 * @throws StartError when there are some.
 */
export async function refuseDemoLeftovers({ pool }: Pick<Platform, 'pool'>): Promise<void> {
  const { rowCount } = await pool.query(
    `select from users where email like '%@demo.uy'
       and (encrypted_password is null or created_at < (select min(applied_at) from schema_migrations)) limit 1`,
  )
  if (rowCount === 0) return
  throw new StartError(
    'Esta base de datos tiene las cuentas de demostración, cuya contraseña es conocida, y con NODE_ENV=production no se abre. ' +
      'Empieza con datos nuevos: otra carpeta en DATA_DIR, u otra base de datos en DATABASE_URL.',
  )
}
