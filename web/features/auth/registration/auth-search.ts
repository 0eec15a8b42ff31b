import { type WayThrough, wayThrough } from '../next-path.ts'
import { type AccountKind, accountKind } from './account-kind.ts'

/** `tipo`: the open tab; the patient's by default. */
export type AuthSearch = WayThrough & { tipo?: Exclude<AccountKind, 'paciente'> }

export function parseAuthSearch(raw: Record<string, unknown>): AuthSearch {
  const kind = accountKind(raw.tipo)
  return { ...wayThrough(raw), tipo: kind === 'paciente' ? undefined : kind }
}
