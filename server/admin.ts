import { join } from 'node:path'

import { brand } from '#contract/brand.ts'
import { zone } from '#contract/calendar.ts'
import { parseEmail } from '#server/features/auth/protocol/body.ts'
import { grantAdministrator, revokeAdministrator } from '#server/features/auth/usecases/administrators.ts'
import { removeSecondFactor } from '#server/features/auth/usecases/remove-second-factor.ts'
import { replaceSigningKeys, rotateSigningKeys } from '#server/features/auth/usecases/rotate-signing-keys.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createDiskFiles } from '#server/platform/file-store.ts'
import { createLive } from '#server/platform/live.ts'
import { createLog } from '#server/platform/log.ts'
import type { Platform } from '#server/platform/platform.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { joinEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { requireSecret } from '#server/platform/secrets.ts'
import { readEnvironment, readSettings, type Settings } from '#server/platform/settings.ts'
import { StartError } from '#server/platform/start-error.ts'

// `npm run admin -- …`: what whoever runs the server may do, and nobody over the network.

const help = `Uso: npm run admin -- <orden>

  grant CORREO                  da a esa cuenta el permiso de administrar ${brand.name}
  revoke CORREO                 le quita ese permiso
  remove-second-factor CORREO   quita el segundo factor a quien perdió el teléfono, y cierra sus sesiones
  rotate-keys                   cambia la clave que firma las sesiones; las abiertas siguen
  rotate-keys --emergency       igual, si alguien más tiene la clave: lo firmado antes deja de valer ya

Sirve con ${brand.name} en marcha o detenida, con la misma configuración (.env, DATA_DIR, DATABASE_URL).`

/** What is said, and whether it was done. */
type Outcome = { said: string; done: boolean }
const done = (said: string): Outcome => ({ said, done: true })
const refused = (said: string): Outcome => ({ said, done: false })

type Command = (platform: Platform) => Promise<Outcome>
type OfAccount = (platform: Platform, input: { email: string }) => Promise<Outcome>

const commandsOfAccount: Record<string, OfAccount> = {
  grant,
  revoke,
  'remove-second-factor': takeSecondFactor,
}

async function grant(platform: Platform, { email }: { email: string }): Promise<Outcome> {
  const { publicUrl, smtpUrl } = platform.settings
  const { outcome, hasSecondFactor } = await grantAdministrator(platform, { email })
  const next = hasSecondFactor
    ? ''
    : `\nEn producción hace falta además el segundo factor: se activa en Mi Cuenta, ${publicUrl}/account`
  switch (outcome) {
    case 'granted':
      return done(`${email} ahora administra ${brand.name}.${next}`)
    case 'already':
      return done(`${email} ya administra ${brand.name}.${next}`)
    case 'unknown':
      return refused(`${unknownAccount(email)} Regístrala primero en ${publicUrl}/register y repite la orden.`)
    case 'unconfirmed': {
      const hint = smtpUrl === undefined ? ' Sin SMTP_URL ese correo no sale: configúrala y pide otro.' : ''
      return refused(
        `Nadie confirmó todavía que ${email} sea suyo. Sigue el enlace del correo «Confirma tu correo» y repite la orden.${hint}`,
      )
    }
    case 'shut out':
      return refused(`La cuenta de ${email} está suspendida o cerrada.`)
    case 'registration pending':
      return refused(`La cuenta de ${email} no completó su registro: entra con ella, complétalo y repite la orden.`)
  }
}

async function revoke(platform: Platform, { email }: { email: string }): Promise<Outcome> {
  switch (await revokeAdministrator(platform, { email })) {
    case 'revoked':
      return done(`${email} ya no administra ${brand.name}.`)
    case 'is none':
      return done(`${email} no administra ${brand.name}.`)
    case 'unknown':
      return refused(unknownAccount(email))
    case 'last':
      return refused(`${email} es la única cuenta que administra ${brand.name}: da antes el permiso a otra con grant.`)
  }
}

async function takeSecondFactor(platform: Platform, { email }: { email: string }): Promise<Outcome> {
  switch (await removeSecondFactor(platform, { email })) {
    case 'removed':
      return done(`${email} ya no tiene segundo factor y se cerraron sus sesiones. Le avisamos por correo.`)
    case 'has none':
      return done(`${email} no tiene segundo factor.`)
    case 'unknown':
      return refused(unknownAccount(email))
  }
}

async function rotateKeys(platform: Platform): Promise<Outcome> {
  const rotation = await rotateSigningKeys(platform, { early: true })
  const from = rotation?.signsFrom.toLocaleTimeString('es-UY', { timeZone: zone, timeStyle: 'short' })
  if (!rotation?.isNew) return done(`Ya hay una clave nueva, que firma desde las ${from}.`)
  return done(`La clave nueva firma desde las ${from}. Las sesiones abiertas siguen.`)
}

async function replaceKeys(platform: Platform): Promise<Outcome> {
  await replaceSigningKeys(platform)
  return done(
    'Lo que firmaron las claves de antes ya no vale, en ningún proceso. Las sesiones siguen en la base de datos, ' +
      'pero quien tenía una página abierta puede tener que volver a entrar.',
  )
}

function unknownAccount(email: string): string {
  return `No hay ninguna cuenta con la dirección ${email}.`
}

/** Undefined: nothing that we know. */
function readCommand([name = '', ...args]: readonly string[]): Command | undefined {
  const ofAccount = Object.hasOwn(commandsOfAccount, name) ? commandsOfAccount[name] : undefined
  const [argument = ''] = args
  if (ofAccount && args.length === 1) {
    const email = parseEmail(argument)
    if (email === undefined) return () => Promise.resolve(refused(`«${argument}» no es una dirección de correo.`))
    return (platform) => ofAccount(platform, { email })
  }
  if (name !== 'rotate-keys') return undefined
  if (args.length === 0) return rotateKeys
  return args.length === 1 && argument === '--emergency' ? replaceKeys : undefined
}

async function withPlatform(settings: Settings, command: Command): Promise<Outcome> {
  const log = createLog(settings)
  await using open = new AsyncDisposableStack()
  let url = settings.databaseUrl
  if (url === undefined) {
    const { dataDir, production } = settings
    const postgres = await joinEmbeddedPostgres({ dataDir, log, mayKeepElsewhere: !production })
    open.defer(() => postgres.stop())
    url = postgres.url
  }
  const { db, pool, close } = await connectDatabase({ url, log, max: 4 }).catch((error: Error) => {
    throw new StartError(`No se pudo abrir la base de datos: ${error.message}`, { cause: error })
  })
  open.defer(close)
  // As a start does: nothing to do beside a Senda that is running.
  await migrate({ pool, log })
  const files = createDiskFiles({ folder: join(settings.dataDir, 'files') })
  // Awaited here, before the database is closed.
  const live = createLive({ pool, log })
  return await command({ settings, log, db, pool, clock: systemClock, files, live, secret: requireSecret(settings) })
}

const words = process.argv.slice(2)
const asksForHelp = words.length === 0 || ['help', '--help', '-h'].includes(words[0] ?? '')
const command = readCommand(words)
if (!command) {
  process.stdout.write(`${help}\n`)
  process.exitCode = asksForHelp ? 0 : 1
} else {
  try {
    const settings = readSettings(readEnvironment({ file: '.env', env: process.env }))
    const outcome = await withPlatform(settings, command)
    ;(outcome.done ? process.stdout : process.stderr).write(`${outcome.said}\n`)
    process.exitCode = outcome.done ? 0 : 1
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
