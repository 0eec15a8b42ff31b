const kinds = ['paciente', 'centro'] as const
export type AccountKind = (typeof kinds)[number]

export function accountKind(value: unknown): AccountKind {
  return kinds.find((kind) => kind === value) ?? 'paciente'
}
