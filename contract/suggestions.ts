import { z } from 'zod'
import { route } from './route.ts'
import { maxSuggestions } from './search.ts'
import { id, typedText } from './values.ts'

/** `detail`: what tells it apart from another of the same name, such as the profession or the neighbourhood. */
export const suggestion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('service'), label: z.string() }),
  z.object({ kind: z.literal('symptom'), label: z.string() }),
  z.object({ kind: z.literal('place'), label: z.string(), slug: z.string(), detail: z.string() }),
  z.object({ kind: z.literal('center'), label: z.string(), centerId: id, detail: z.string() }),
  z.object({
    kind: z.literal('professional'),
    label: z.string(),
    centerId: id,
    professionalId: id,
    detail: z.string(),
  }),
])
export type Suggestion = z.output<typeof suggestion>

export const suggestions = {
  list: route({
    method: 'GET',
    path: '/suggestions',
    access: 'public',
    summary: 'Sugerencias para un texto a medio escribir',
    tags: ['Centros'],
  })
    .input(z.object({ q: typedText({ max: 100 }) }))
    /** By kind, at most eight; empty for a text that matches nothing yet. */
    .output(z.object({ items: z.array(suggestion).max(maxSuggestions) })),
}
