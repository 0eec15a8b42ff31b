import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { AuthClient } from '@supabase/auth-js'
import { AuthClient as AuthClientOf2109 } from 'auth-js-2.109'
import { Hono } from 'hono'
import type { HttpEnv } from '#server/api/context.ts'
import { createAuthService } from '#server/features/auth/endpoints/auth-service.ts'
import { requestedMailJob } from '#server/features/auth/links/requested-mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Settings } from '#server/platform/settings.ts'
import { listMails, type OutboundMail } from '#server/platform/stored-mails.ts'
import { accountResets } from '#server/processes/reset-account.ts'
import { runJobs, type TestPlatform, testPlatform } from './platform.ts'
import { onCleanup } from './resources.ts'

export const goodPassword = 'sombra-de-ceibo'

/** The newest version of the client, and an older one that is still in use. */
const clients = { newest: AuthClient, '2.109': AuthClientOf2109 as unknown as typeof AuthClient }
export const clientVersions = ['newest', '2.109'] as const satisfies readonly (keyof typeof clients)[]
export type ClientVersion = keyof typeof clients

export type Service = {
  platform: TestPlatform
  /** The service's own URL, `…/auth/v1`; mails contain the public one instead. */
  url: string
  /** A separate browser: the real client with its own storage. */
  client(input?: {
    address?: string
    version?: ClientVersion
    flowType?: 'implicit' | 'pkce'
    fetch?: typeof fetch
  }): InstanceType<typeof AuthClient>
  /** A plain JSON request. */
  send(method: string, path: string, input?: { body?: unknown; headers?: Record<string, string> }): Promise<Response>
  /** Resets the limits, whose windows use the real clock. It doesn't reset a key that was already refused. */
  resetLimits(): Promise<void>
  mailsTo(email: string): Promise<OutboundMail[]>
  /** The newest link that was mailed to this address. */
  linkTo(email: string): Promise<MailedLink>
  /** The newest code that was mailed to this address, as the mail shows it. */
  codeTo(email: string): Promise<string>
  /**
   * Presses the button of the page that a mailed link opens. `isMine` false: the button for an owner who did not sign up,
   * and then that of the question about an account in use. `cookie`: what the browser got with the page.
   * @returns the redirect's URL, and the values of its fragment.
   */
  press(
    link: MailedLink,
    input?: { isMine?: boolean; cookie?: string },
  ): Promise<{ to: string; values: URLSearchParams }>
}

/** The endpoints that queue a job for the mail. A sign-up does where the address must be verified. */
const mailing = new Set(['/auth/v1/signup', '/auth/v1/recover', '/auth/v1/resend', '/auth/v1/otp'])

let people = 0
/** An address that no other test uses. */
export function newAddress(domain = 'example.uy'): string {
  people += 1
  return `persona-${people}@${domain}`
}

/** The service over real HTTP, on a fresh database. Its clock is frozen at the real time, as the client uses the real one. */
export async function startService({
  settings,
  alter,
  leavesJobs,
  captchaUrl,
  version,
}: {
  settings?: Partial<Settings>
  alter?: (platform: Platform) => Platform
  /** The default for its clients. */
  version?: ClientVersion
  captchaUrl?: string
  /** True: requested mails wait until `runJobs`. False: they are sent immediately, as in the running server. */
  leavesJobs?: boolean
} = {}): Promise<Service> {
  const platform = await testPlatform({ ...(settings && { settings }), start: new Date() })
  const served = alter?.(platform) ?? platform
  // Sequential, because two simultaneous runs would run each waiting job twice.
  let mailed: Promise<void> = Promise.resolve()
  function sendRequestedMails(): Promise<void> {
    mailed = mailed.then(() => runJobs(served, { only: requestedMailJob.name }))
    return mailed
  }
  const app = new Hono<HttpEnv>()
  app.use(async (c, next) => {
    c.set('requestId', 'test')
    c.set('address', c.req.header('x-test-address') ?? '192.0.2.1')
    await next()
    if (!leavesJobs && mailing.has(c.req.path)) await sendRequestedMails()
  })
  app.route('/auth/v1', createAuthService(served, { resets: accountResets, captchaUrl }))
  const url = `${await listen(app)}/auth/v1`

  async function mailsTo(email: string): Promise<OutboundMail[]> {
    const mails = await listMails(platform, { limit: 100 })
    return mails.filter((mail) => mail.to === email)
  }

  return {
    platform,
    url,
    client: (options) =>
      new clients[options?.version ?? version ?? 'newest']({
        url,
        autoRefreshToken: false,
        flowType: options?.flowType ?? 'implicit',
        ...(options?.fetch && { fetch: options.fetch }),
        storage: memory(),
        headers: { apikey: 'public', ...(options?.address && { 'x-test-address': options.address }) },
      }),
    send: (method, path, { body, headers } = {}) =>
      fetch(`${url}${path}`, {
        method,
        redirect: 'manual',
        headers: { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    async resetLimits() {
      await platform.db.deleteFrom('rate_limits').execute()
    },
    mailsTo,
    async linkTo(email) {
      const [mail] = await mailsTo(email)
      return linkIn({ text: mail?.text ?? '', publicUrl: platform.settings.publicUrl })
    },
    async codeTo(email) {
      const [mail] = await mailsTo(email)
      const code = mail?.text.match(/^\d{3} \d{3}$/m)?.[0]
      if (code === undefined) throw new Error(`no code in the mail to ${email}`)
      return code
    },
    press: (link, { isMine = true, cookie } = {}) => pressButton({ url, link, isMine, cookie }),
  }
}

/** @returns the server's URL. */
async function listen(app: Hono<HttpEnv>): Promise<string> {
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server
  await new Promise<void>((resolve) => server.once('listening', resolve))
  onCleanup(() => new Promise((resolve) => server.close(() => resolve())))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

type MailedLink = { token: string; type: string; redirectTo: string }

function linkIn({ text, publicUrl }: { text: string; publicUrl: string }): MailedLink {
  const link = text.match(/\S+\/auth\/v1\/verify\S+/)?.[0]
  if (!link?.startsWith(`${publicUrl}/`)) throw new Error(`no link to our public address: ${link}`)
  const values = new URL(link).searchParams
  return {
    token: values.get('token') ?? '',
    type: values.get('type') ?? '',
    redirectTo: values.get('redirect_to') ?? '',
  }
}

type Press = { url: string; link: MailedLink; isMine: boolean; cookie: string | undefined }

async function pressButton({ url, link, isMine, cookie }: Press) {
  const { token, type, redirectTo } = link
  const response = await fetch(`${url}/verify`, {
    method: 'POST',
    redirect: 'manual',
    headers: cookie === undefined ? {} : { cookie },
    body: new URLSearchParams({ token, type, redirect_to: redirectTo, ...(!isMine && { mine: 'delete' }) }),
  })
  if (response.status !== 303) throw new Error(`${response.status} ${await response.text()}`)
  const [to = '', fragment] = (response.headers.get('location') ?? '').split('#')
  return { to, values: new URLSearchParams(fragment) }
}

function memory() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

/** A user who has just signed up, in a separate browser. */
export async function signUp(service: Service, input: { email?: string; password?: string; data?: object } = {}) {
  const email = input.email ?? newAddress()
  const password = input.password ?? goodPassword
  const client = service.client()
  const { data, error } = await client.signUp({ email, password, options: { data: input.data ?? {} } })
  if (error || !data.session || !data.user) throw error ?? new Error('no session')
  return { client, email, password, session: data.session, user: data.user }
}
