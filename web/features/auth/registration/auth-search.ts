import { type NextSearch, parseNextSearch } from '../next-path.ts'
import { type AccountKind, accountKind } from './account-kind.ts'

/** `tipo`: the open tab; the patient's by default. */
export type AuthSearch = NextSearch & { tipo?: Exclude<AccountKind, 'paciente'> }

export function parseAuthSearch(raw: Record<string, unknown>): AuthSearch {
  const kind = accountKind(raw.tipo)
  return { ...parseNextSearch(raw), tipo: kind === 'paciente' ? undefined : kind }
}
