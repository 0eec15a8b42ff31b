import { cleanPlainText } from './pasted-text.ts'
import { parseUrl } from './urls.ts'

export const invalidPhone = 'Por favor ingresa un número de teléfono válido'

/** This is longer than any telephone number with a word before it, or than its link with a message. */
const maxLength = 1000
/** What stands before a number in a contact or a link. */
const label =
  /^(?:tel[eé]fono|telf?|cel(?:ular)?|m[oó]vil|whats ?app|wsp|fijo)(?: ?[:.])?:? ?(?=[+(\d]|https?:|wa\.me)/i
const chatHosts = ['api.whatsapp.com', 'web.whatsapp.com']
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9]/g

/**
 * `Tel. 099/123·456;` becomes `099 123 456`: a pasted number without its label, its link and other separators, or the number of
 * a link to a chat.
 */
export function cleanPhone(typed: string): string {
  if (typed.length > maxLength) return typed
  const text = cleanPlainText(typed)
    .replace(otherDigits, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(label, '')
  return chatNumber(text) ?? cleanNumber(text.replace(/[\s/·•_|]/g, ' '))
}

/** The international number, which has no plus, of a link to a WhatsApp chat: `https://wa.me/59899123456`. */
function chatNumber(text: string): string | undefined {
  const link = text.replace(/^whatsapp:\/\/(?=send)/i, 'https://api.whatsapp.com/')
  if (!/^(?:https?:\/\/|(?:wa\.me|api\.whatsapp\.com)\/)/i.test(link)) return undefined
  const url = parseUrl(link.includes('://') ? link : `https://${link}`)
  if (!url) return undefined
  const { hostname, pathname, searchParams } = url
  const host = hostname.replace(/^www\./, '')
  const number = host === 'wa.me' ? pathname.slice(1) : chatHosts.includes(host) ? searchParams.get('phone') : null
  // A plus in a query stands for a space.
  const [, digits] = /^[+ ]?(\d{6,15})\/?$/.exec(number ?? '') ?? []
  return digits?.replace(/^(?=[1-9])/, '+')
}

function cleanNumber(text: string): string {
  const ending = /^[^;,]*/.exec(text)?.[0] ?? ''
  // What follows a separator belongs to the number, or is an extension: then it is refused.
  return (/\d/.test(ending) && /^[;,. ]*$/.test(text.slice(ending.length)) ? ending : text).trim()
}

/** Mobile and fixed numbers have eight digits after the country code; 0800 and 0805 numbers have seven. */
const uruguayan = /^(?:[1249]\d{7}|80[05]\d{4})$/

/**
 * Whether a text can be a telephone number: a Uruguayan one, with or without country code and leading zero, or a foreign one
 * with its country code. Spaces don't matter. The server also checks foreign numbers against their numbering plans. */
export function isPhone(typed: string): boolean {
  const text = cleanPhone(typed)
  if (!/^\+?[\d\s().-]{1,39}$/.test(text)) return false
  const digits = text.replaceAll(/\D/g, '').replace(/^00/, '+')
  const isForeign = text.startsWith('+') || digits.startsWith('+')
  const number = digits.replace('+', '')
  if (isForeign && !number.startsWith('598')) return number.length >= 8 && number.length <= 15
  return uruguayan.test(number.replace(/^598(?=\d{7,9}$)/, '').replace(/^0/, ''))
}
