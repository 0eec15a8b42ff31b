import { accountKind } from './auth-search.ts'

export function kindNavigation(id: string) {
  const kind = accountKind(id)
  const tipo = kind === 'paciente' ? undefined : kind
  return { search: <Search extends object>(before: Search) => ({ ...before, tipo }), replace: true, resetScroll: false }
}
