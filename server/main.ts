import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { refuseDemoLeftovers } from '#server/demo/leftovers.ts'
import { accountsJobs } from '#server/features/accounts/accounts.jobs.ts'
import { appointmentsJobs } from '#server/features/appointments/appointments.jobs.ts'
import { authJobs } from '#server/features/auth/auth.jobs.ts'
import { createAuthService } from '#server/features/auth/endpoints/auth-service.ts'
import { authenticate } from '#server/features/auth/sessions/authenticate.ts'
import { requireSecretKey } from '#server/features/auth/usecases/require-secret-key.ts'
import { centersJobs } from '#server/features/centers/centers.jobs.ts'
import { checkoutsJobs } from '#server/features/checkouts/checkouts.jobs.ts'
import { clinicalRecordsJobs } from '#server/features/clinical-records/clinical-records.jobs.ts'
import { requireKeysOfRecords } from '#server/features/clinical-records/usecases/require-stored-keys.ts'
import { contactsJobs } from '#server/features/contacts/contacts.jobs.ts'
import { conversationsJobs } from '#server/features/conversations/conversations.jobs.ts'
import { loyaltyJobs } from '#server/features/loyalty/loyalty.jobs.ts'
import { moderationJobs } from '#server/features/moderation/moderation.jobs.ts'
import { notificationsJobs } from '#server/features/notifications/notifications.jobs.ts'
import { operatorJobs } from '#server/features/operator/operator.jobs.ts'
import { followWords } from '#server/features/operator/usecases/operator-words.ts'
import { packagesJobs } from '#server/features/packages/packages.jobs.ts'
import { paymentAccountsJobs } from '#server/features/payment-accounts/payment-accounts.jobs.ts'
import { paymentsJobs } from '#server/features/payments/payments.jobs.ts'
import { promotionsJobs } from '#server/features/promotions/promotions.jobs.ts'
import { reviewsJobs } from '#server/features/reviews/reviews.jobs.ts'
import { searchJobs } from '#server/features/search/search.jobs.ts'
import { supportJobs } from '#server/features/support/support.jobs.ts'
import { createGateway } from '#server/gateways.ts'
import { createApp } from '#server/http/app.ts'
import { countError } from '#server/http/error-counts.ts'
import { purgeBrowserErrorsJob } from '#server/platform/browser-errors.ts'
import { systemClock } from '#server/platform/clock.ts'
import { keepDatabaseTime } from '#server/platform/database-time.ts'
import { createDiskFiles } from '#server/platform/file-store.ts'
import { removeFilesJob } from '#server/platform/files.ts'
import { forwardErrorsJob } from '#server/platform/forwarded-errors.ts'
import { drainable, listen, requireFreeAddress } from '#server/platform/http-server.ts'
import { startJobs } from '#server/platform/jobs.ts'
import { handleUnexpectedErrors } from '#server/platform/last-resort.ts'
import { createLive } from '#server/platform/live.ts'
import { createLog } from '#server/platform/log.ts'
import { sendMailJob } from '#server/platform/mail-delivery.ts'
import type { Platform } from '#server/platform/platform.ts'
import { connectProcess } from '#server/platform/postgres/connections.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { clearStatementTimes } from '#server/platform/postgres/statement-times.ts'
import { purgeRateLimitsJob } from '#server/platform/rate-limit.ts'
import { readEnvironment, readSettings } from '#server/platform/settings.ts'
import { listWarnings } from '#server/platform/settings-warnings.ts'
import { StartError } from '#server/platform/start-error.ts'
import { purgeMailsJob } from '#server/platform/stored-mails.ts'
import { checkBackupTarget } from '#server/processes/back-up.ts'
import { processesJobs } from '#server/processes/processes.jobs.ts'
import { accountResets } from '#server/processes/reset-account.ts'
import { simuladoJobs } from '#server/simulado/simulado.ts'

const jobs = [
  sendMailJob,
  purgeMailsJob,
  purgeRateLimitsJob,
  purgeBrowserErrorsJob,
  forwardErrorsJob,
  removeFilesJob,
  ...accountsJobs,
  ...appointmentsJobs,
  ...authJobs,
  ...centersJobs,
  ...packagesJobs,
  ...checkoutsJobs,
  ...loyaltyJobs,
  ...promotionsJobs,
  ...clinicalRecordsJobs,
  ...contactsJobs,
  ...conversationsJobs,
  ...moderationJobs,
  ...notificationsJobs,
  ...operatorJobs,
  ...paymentAccountsJobs,
  ...paymentsJobs,
  ...reviewsJobs,
  ...searchJobs,
  ...supportJobs,
  ...simuladoJobs,
  ...processesJobs,
]

const dev = process.argv.includes('--dev')
const drainMs = dev ? 300 : 6000
/** The start script builds the pages beside this process, and says when they are there. */
const built = process.argv.includes('--await-build') ? once(process, 'message') : undefined
/** The process ends within ten seconds after its STOP_DELAY, whatever hangs. PostgreSQL then stops because its pipe closes. */
const stopTimeoutMs = 9000

/** The resources are disposed in reverse order. */
const resources = new AsyncDisposableStack()
let isStopping = false
let stopDelayMs = 0

async function stop(exitCode: number): Promise<void> {
  // Ctrl-C reaches this process twice: from the terminal, and from the start script.
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(1), stopDelayMs + stopTimeoutMs).unref()
  try {
    await resources.disposeAsync()
    process.exit(exitCode)
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0))
// The start script holds the other end of this channel, which closes even when the script is killed.
process.on('disconnect', () => void stop(0))

async function start(): Promise<void> {
  const settings = readSettings(readEnvironment({ file: '.env', env: process.env }))
  const log = createLog(settings)
  for (const warning of listWarnings(settings)) log.warn(warning)
  handleUnexpectedErrors({ source: process, log, count: countError, stop: () => void stop(1) })

  let url = settings.databaseUrl
  if (url === undefined) {
    const postgres = await startEmbeddedPostgres({
      dataDir: settings.dataDir,
      log,
      mayKeepElsewhere: !settings.production,
    })
    resources.defer(() => postgres.stop())
    url = postgres.url
  }
  await requireFreeAddress(settings)
  const databases = await connectProcess({ url, log, requests: settings.databaseConnections }).catch((error: Error) => {
    // The message names the server or the reason, never the password.
    throw new StartError(`Cannot open the database of DATABASE_URL: ${error.message}`, { cause: error })
  })
  resources.defer(() => databases.close())
  const { requests, reserve } = databases
  await migrate({ pool: requests.pool, log })

  const databaseTime = await keepDatabaseTime({ pool: reserve.pool, log })
  resources.defer(() => databaseTime.stop())

  const live = createLive({ pool: reserve.pool, log })
  resources.defer(() => live.close())
  const base = {
    settings,
    log,
    ...requests,
    reserve,
    clock: systemClock,
    files: createDiskFiles({ folder: join(settings.dataDir, 'files') }),
    live,
    secret: await requireSecretKey({ ...requests, settings }),
    recordKeys: await requireKeysOfRecords({ ...requests, settings }),
  }
  // Production does not load the double.
  const double =
    settings.gateway === 'mercadopago-double'
      ? await (await import('#server/mercado-pago/double/double.ts')).startDouble()
      : undefined
  if (double) resources.defer(() => double.stop())
  const platform: Platform = { ...base, gateway: createGateway(base, double?.settings) }

  if (settings.production) await refuseDemoLeftovers(platform)
  resources.defer(await followWords(platform))
  // Production does not load this code.
  const demo = settings.demo ? await import('#server/demo/demo.ts') : undefined
  const hasDemoAccounts = await demo?.createDemo(platform)

  await built
  const worker = await startJobs({ platform: { ...platform, ...databases.jobs }, jobs })
  resources.defer(() => worker.stop())
  const app = await createApp({
    platform,
    dev,
    authenticate: (bearer, db) => authenticate({ ...platform, db }, bearer),
    authService: createAuthService(platform, { resets: accountResets }),
    isStopping: () => isStopping,
    pools: { requests: requests.pool, jobs: databases.jobs.pool, reserve: reserve.pool },
  })
  resources.defer(() => app.close())
  const server = createServer()
  const drain = drainable(server)
  await app.attach(server)
  await listen({ server, ...settings })
  // Requests and jobs end in parallel: one after the other would exceed the time limit.
  // Clients of a live stream reconnect, here or to another process.
  resources.defer(async () => void (await Promise.all([live.close(), drain({ graceMs: drainMs }), worker.stop()])))
  // Until the proxy has read in /readyz that this process stops.
  stopDelayMs = settings.stopDelay * 1000
  resources.defer(() => sleep(stopDelayMs))

  void checkBackupTarget(platform)
  clearStatementTimes()
  log.info({ address: settings.publicUrl }, 'listening')
  if (!settings.production) console.log(`\nSenda runs at ${settings.publicUrl}   (Ctrl-C stops it)`)
  if (hasDemoAccounts) console.log(demo?.demoAccountsLine)
  if (double) console.log(`Mercado Pago is played at ${double.origin}`)
}

try {
  await start()
} catch (error) {
  if (error instanceof StartError) console.error(`\n${error.message}`)
  else console.error(error)
  await stop(1)
}
