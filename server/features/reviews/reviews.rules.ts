/** «Lucía P.»: enough to sound like a person, too little to find one. */
export function signature(fullName: string): string {
  const [first, second] = fullName.trim().split(/\s+/u)
  if (!first) return 'Paciente'
  const initial = second ? [...second][0] : undefined
  return initial ? `${first} ${initial.toLocaleUpperCase('es')}.` : first
}
