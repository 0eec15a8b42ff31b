import { mensNames, surnames, womensNames } from './content/names.ts'
import { type Random, randomFor } from './random.ts'

export type Gender = 'woman' | 'man'
export type Person = { fullName: string; firstName: string; gender: Gender; slug: string }

/** Fills in «Licenciad{o|a}»: the masculine ending first, then the feminine one. */
export function inflect(text: string, gender: Gender): string {
  return text.replace(/\{([^|}]*)\|([^}]*)\}/gu, (_, man: string, woman: string) => (gender === 'man' ? man : woman))
}

export function slugOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-|-$/gu, '')
}

export function inventPeople(name: string): (input?: { womenShare?: number }) => Person {
  const random = randomFor(name)
  const known = new Set<string>()
  const invent = (womenShare: number): Person => {
    const gender: Gender = random.chance(womenShare) ? 'woman' : 'man'
    const firstName = random.pick(gender === 'woman' ? womensNames : mensNames)
    const [father = '', mother = ''] = random.some(surnames, 2)
    // Two surnames, as is customary; one if the name would be long.
    const fullName = random.chance(0.25) ? `${firstName} ${father} ${mother}` : `${firstName} ${father}`
    return { fullName, firstName, gender, slug: slugOf(fullName) }
  }
  return ({ womenShare = 0.6 } = {}) => {
    for (;;) {
      const person = invent(womenShare)
      if (known.has(person.slug)) continue
      known.add(person.slug)
      return person
    }
  }
}

/** Prefixes outside everyday use, because a call to a demo number must not reach a real person. */
export function phoneNumber(random: Random, kind: 'landline' | 'mobile'): string {
  const digits = (count: number) => Array.from({ length: count }, () => random.between(0, 9)).join('')
  return kind === 'landline' ? `+598 2000 ${digits(4)}` : `+598 90 ${digits(3)} ${digits(3)}`
}
