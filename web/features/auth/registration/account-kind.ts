const kinds = ['paciente', 'centro'] as const
/** The open tab of /auth and of /register, as the URL names it. */
export type AccountKind = (typeof kinds)[number]

export function accountKind(value: unknown): AccountKind {
  return kinds.find((kind) => kind === value) ?? 'paciente'
}
