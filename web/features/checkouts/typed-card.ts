import { cleanDigits, cleanText } from '#contract/pasted-text.ts'

/** A card as the patient types it. It stays in the form and is sent only to the gateway. */
export type TypedCard = { name: string; number: string; expiry: string; cvv: string }
export type CardField = keyof TypedCard

export const emptyCard: TypedCard = { name: '', number: '', expiry: '', cvv: '' }

const digitsOf = (text: string, max: number) => cleanDigits(text).replaceAll(/\D/g, '').slice(0, max)

/** Formats the typed text of each field: groups of four digits, MM/AA, digits only. */
export const formatCard: Record<CardField, (text: string) => string> = {
  name: (text) => cleanText(text).slice(0, 100),
  number: (text) => digitsOf(text, 19).replaceAll(/(\d{4})(?=\d)/g, '$1 '),
  expiry: formatExpiry,
  cvv: (text) => digitsOf(text, 4),
}

/**
 * `05/30` of every way in which a card's end is typed, pasted or filled in: `0530`, `5/30`, `05 / 2030`, `052030`, `2030-05`. While
 * it is typed, only what is certain changes: a first digit above 1 can only be a month.
 */
function formatExpiry(pasted: string): string {
  const text = cleanDigits(pasted)
  const [, yearFirst, monthLast] = /^\s*(20\d\d)\D{1,3}(\d{1,2})\s*$/.exec(text) ?? []
  const [, month, separator, rest] =
    yearFirst === undefined
      ? (/^([01]\d?|\d\d(?=\D)|\d)(\D*)(.*)$/s.exec(text.replace(/^\D+/, '')) ?? [])
      : ['', monthLast, '/', yearFirst]
  if (month === undefined || separator === undefined || rest === undefined) return ''
  const typedYear = rest.replaceAll(/\D/g, '')
  const isMonthKnown = month.length === 2 || separator !== '' || typedYear !== '' || month > '1'
  if (!isMonthKnown) return month
  const whole = month.padStart(2, '0')
  if (typedYear === '') return separator === '' && month.length === 2 ? whole : `${whole}${separator === '' ? '' : '/'}`
  return `${whole}/${shortYear(typedYear)}`
}

/** Two digits: of `2030` the last two. `20` may still become `2030`. */
function shortYear(digits: string): string {
  return digits.length >= 4 && digits.startsWith('20')
    ? digits.slice(2, 4)
    : digits.slice(0, digits.startsWith('20') ? 3 : 2)
}

/** The card as the form's fields hold it, also where a browser filled them without an event. */
export function readCard(form: HTMLFormElement): TypedCard {
  const data = new FormData(form)
  const text = (field: CardField) => formatCard[field](String(data.get(field) ?? ''))
  return { name: text('name'), number: text('number'), expiry: text('expiry'), cvv: text('cvv') }
}

/** The fields that are not filled in, in their order on the screen. The gateway validates the card. */
export function missingInCard({ name, number, expiry, cvv }: TypedCard): Partial<Record<CardField, string>> {
  return {
    ...(number.length < 14 && { number: 'Escribe el número completo de la tarjeta.' }),
    ...(name.trim() === '' && { name: 'Escribe el nombre como está en la tarjeta.' }),
    ...expiryFault(expiry),
    ...(cvv.length < 3 && { cvv: 'El código de seguridad tiene 3 o 4 números.' }),
  }
}

function expiryFault(expiry: string): { expiry?: string } {
  if (expiry.length !== 5) return { expiry: 'El vencimiento se escribe MM/AA.' }
  return /^(?:0[1-9]|1[0-2])/.test(expiry) ? {} : { expiry: 'Ese mes no existe. El vencimiento se escribe MM/AA.' }
}
