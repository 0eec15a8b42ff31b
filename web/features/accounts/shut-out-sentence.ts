import { brand } from '#contract/brand.ts'
import { parseShutOut } from '#contract/shut-out.ts'
import { formatDate } from '#web/platform/formats.ts'

const withoutFacts = `Tu cuenta está suspendida. Para saber por qué o pedir que lo revisemos, escríbenos a ${brand.email}.`

/** What a person reads whose account may not be used: until when, why, and how to appeal. `message`: the service's, in English. */
export function shutOutSentence(message: string): string {
  const facts = parseShutOut(message)
  if (!facts) return withoutFacts
  const { isClosed, until, reason } = facts
  const parts = [
    isClosed ? 'Tu cuenta está cerrada.' : `Tu cuenta está suspendida${until ? ` hasta el ${formatDate(until)}` : ''}.`,
    reason && `Motivo: ${reason.replace(/\.$/, '')}.`,
    `Si crees que es un error, escribe a ${brand.email}.`,
  ]
  return parts.filter(Boolean).join(' ')
}
