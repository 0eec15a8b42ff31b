import type { SendMailOptions, Transporter } from 'nodemailer'
import { isLoopback } from './addresses.ts'
import { withDeadline } from './deadline.ts'
import { createLimiter } from './limiter.ts'
import { hourMs } from './local-time.ts'

/** The time limit of checking the server, and of sending one mail. */
const respondWithinMs = 45_000
/** This is shorter than any server waits. A connection that was silent for longer may be lost without a sign. */
const idleMs = 1_000
const mailsPerConnection = 100

export type MailServer = {
  /** `onHandOver` is called before the mail is sent: an error before that means that nothing was sent. */
  send(message: SendMailOptions, input: { onHandOver(): void }): Promise<void>
}

const servers = new Map<string, MailServer>()

/** Its mails share one connection of this process, which is closed after a second without a mail. */
export function mailServerAt(smtpUrl: string): MailServer {
  const server = servers.get(smtpUrl) ?? createMailServer(smtpUrl)
  servers.set(smtpUrl, server)
  return server
}

function createMailServer(smtpUrl: string): MailServer {
  const inTurn = createLimiter({ atOnce: 1, patienceMs: hourMs })
  let opened: Transporter | undefined
  let idle: NodeJS.Timeout | undefined

  /** Connection and password are checked first, separately, so that a failure here means that nothing was sent. */
  async function open(): Promise<Transporter> {
    if (opened) return opened
    // Without an SMTP server, as in the demonstration, nothing needs this library.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url: smtpUrl,
      // A relay on this machine, such as Debian's, offers TLS with a certificate that no authority signed.
      ignoreTLS: isOnThisMachine(smtpUrl),
      pool: true,
      maxConnections: 1,
      maxMessages: mailsPerConnection,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      await withDeadline({ milliseconds: respondWithinMs, work: transport.verify(), error: mailServerTimeout })
    } catch (error) {
      transport.close()
      throw error
    }
    opened = transport
    return transport
  }

  function close(): void {
    opened?.close()
    opened = undefined
  }

  async function send(message: SendMailOptions, { onHandOver }: { onHandOver(): void }): Promise<void> {
    clearTimeout(idle)
    const transport = await open()
    onHandOver()
    try {
      const sending = transport.sendMail(message)
      await withDeadline({ milliseconds: respondWithinMs, work: sending, error: mailServerTimeout })
      idle = setTimeout(close, idleMs).unref()
    } catch (error) {
      close()
      throw error
    }
  }

  return { send: (message, input) => inTurn(() => send(message, input)) }
}

function isOnThisMachine(smtpUrl: string): boolean {
  const { hostname } = new URL(smtpUrl)
  return hostname === 'localhost' || isLoopback(hostname.replaceAll(/[[\]]/g, ''))
}

const mailServerTimeout = (): Error => new Error('the mail server took too long')
