const kinds = ['paciente', 'centro'] as const
/** The open tab of /auth and of /register, as the address names it. */
export type AccountKind = (typeof kinds)[number]

export function accountKind(value: unknown): AccountKind {
  return kinds.find((kind) => kind === value) ?? 'paciente'
}

/** The navigation to the tab of a kind of account. The patient's tab is the page without `tipo`. */
export function kindNavigation(id: string) {
  const chosen = accountKind(id)
  const tipo = chosen === 'paciente' ? undefined : chosen
  return { search: <Search extends object>(before: Search) => ({ ...before, tipo }), replace: true, resetScroll: false }
}
