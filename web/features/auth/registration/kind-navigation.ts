import { accountKind } from './account-kind.ts'

/** The navigation to the tab of a kind of account. The patient's tab is the page without `tipo`. */
export function kindNavigation(id: string) {
  const kind = accountKind(id)
  const tipo = kind === 'paciente' ? undefined : kind
  return { search: <Search extends object>(before: Search) => ({ ...before, tipo }), replace: true, resetScroll: false }
}
