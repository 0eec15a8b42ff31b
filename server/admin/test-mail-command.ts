import { brand } from '#contract/brand.ts'
import { mailServerAt } from '#server/platform/mail-server.ts'
import type { Platform } from '#server/platform/platform.ts'
import { done, type Outcome, refused } from './outcome.ts'

/** Sends a mail without the queue, so that an operator learns at once whether SMTP_URL and MAIL_FROM are right. */
export async function sendTestMail({ settings }: Platform, { email }: { email: string }): Promise<Outcome> {
  const { smtpUrl, mailFrom } = settings
  if (smtpUrl === undefined) return refused('SMTP_URL is missing: no mail leaves.')
  try {
    const text = `Este correo de prueba salió del servidor de ${brand.name}. Si lo lees, también llegan los de tus pacientes.`
    const message = { from: mailFrom, to: email, subject: 'Correo de prueba', text }
    await mailServerAt(smtpUrl).send(message, { onHandOver: () => undefined })
  } catch (error) {
    return refused(`The mail was not sent: ${(error as Error).message}`)
  }
  return done(`The mail server accepted a mail to ${email}. Look whether it arrives.`)
}
