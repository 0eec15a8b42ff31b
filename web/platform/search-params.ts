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

export function oneOf<Value extends string>(values: readonly Value[], raw: unknown): Value | undefined {
  return values.find((value) => value === raw)
}
