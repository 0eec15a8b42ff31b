import type { PersonRef } from '#contract/agenda.ts'

const pattern = /^(patient|dependant|guest)\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

/** Parses `guest.<id>`, `dependant.<id>` or `patient.<id>` of the URL; undefined for any other text. */
export function readPerson(text: string | undefined): PersonRef | undefined {
  const [, kind, id] = pattern.exec(text ?? '') ?? []
  return id ? { kind: kind as PersonRef['kind'], id } : undefined
}

export const personText = ({ kind, id }: PersonRef) => `${kind}.${id}`

/** A valid parameter of the URL, as it is. */
export const personOf = (raw: unknown): string | undefined =>
  typeof raw === 'string' && readPerson(raw) ? raw : undefined
