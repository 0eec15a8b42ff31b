import { parseBlockedAccount } from '#contract/auth-failures.ts'
import { brand } from '#contract/brand.ts'
import { formatDate } from '#web/platform/formats.ts'

const withoutFacts = () =>
  `Tu cuenta está suspendida. Para saber por qué o pedir que lo revisemos, escríbenos a ${brand.email}.`

/** The sentence for a blocked account: its end, its reason and how to appeal. `message`: the service's English. */
export function blockedSentence(message: string): string {
  const facts = parseBlockedAccount(message)
  if (!facts) return withoutFacts()
  const { isClosed, until, reason } = facts
  const parts = [
    isClosed ? 'Tu cuenta está cerrada.' : `Tu cuenta está suspendida${until ? ` hasta el ${formatDate(until)}` : ''}.`,
    reason && `Motivo: ${reason.replace(/\.$/, '')}.`,
    `Si crees que es un error, escribe a ${brand.email}.`,
  ]
  return parts.filter(Boolean).join(' ')
}
