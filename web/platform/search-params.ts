import { isDay } from './local-days.ts'

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A param of an address may have any value: each of these functions reads one kind, or undefined. */
export function textOf(raw: unknown): string | undefined {
  return typeof raw === 'string' ? raw : undefined
}

/** A day of the calendar: `2026-11-20`. */
export function dayOf(raw: unknown): string | undefined {
  return typeof raw === 'string' && isDay(raw) ? raw : undefined
}

export function idOf(raw: unknown): string | undefined {
  return typeof raw === 'string' && uuid.test(raw) ? raw : undefined
}

/** A UTC instant: `2026-11-20T13:00:00.000Z`. */
export function instantOf(raw: unknown): string | undefined {
  const text = textOf(raw) ?? ''
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}

export function oneOf<Value extends string>(values: readonly Value[], raw: unknown): Value | undefined {
  return values.find((value) => value === raw)
}

/** A trimmed text, cut to its maximum; undefined when it is empty. */
export function boundedText(raw: unknown, { max }: { max: number }): string | undefined {
  const text = typeof raw === 'number' ? String(raw) : textOf(raw)
  return text?.trim().slice(0, max) || undefined
}

/** The number of a page as text, from the second on: the first page has the address without it. */
export function pageOf(raw: unknown, { last }: { last: number }): string | undefined {
  const text = boundedText(raw, { max: 4 }) ?? ''
  const page = /^\d{1,3}$/.test(text) ? Number(text) : 1
  return page > 1 && page <= last ? String(page) : undefined
}

/** An address with the parameters that have a value. */
export function hrefOf(path: string, search: Record<string, string | undefined>): string {
  const entries = Object.entries(search).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`
}

/** The choices of a param, or a function that reads its value. */
type Reader = readonly string[] | ((raw: unknown) => string | undefined)
type Value<Read extends Reader> = Read extends readonly (infer Choice)[]
  ? Choice
  : Read extends (raw: unknown) => infer Text
    ? Exclude<Text, undefined>
    : never

/**
 * The parser of an address with these params; it never throws. Its result has every param; a missing or invalid one is
 * undefined.
 */
export function searchParser<const Params extends Record<string, Reader>>(params: Params) {
  type Search = { -readonly [Name in keyof Params]?: Value<Params[Name]> }
  return (raw: Record<string, unknown>): Search => {
    const read = Object.entries<Reader>(params).map(([name, reader]) => [
      name,
      typeof reader === 'function' ? reader(raw[name]) : oneOf(reader, raw[name]),
    ])
    return Object.fromEntries(read) as Search
  }
}
