import { claims, figures } from '#contract/claims.ts'
import type { RecordedChange } from '#contract/moderation.ts'
import type { OperatorWords } from '#contract/operator.ts'

/** The record says what changed, not the whole text. */
const shownLength = 160

/** Each field that differs, with its earlier and its later text, shortened. Of a list, only the entries that differ. */
export function wordChanges(before: OperatorWords, after: OperatorWords): RecordedChange[] {
  return (Object.keys(after) as (keyof OperatorWords)[]).flatMap((field) => {
    if (JSON.stringify(before[field]) === JSON.stringify(after[field])) return []
    const [earlier, later] = [entriesOf(before, field), entriesOf(after, field)]
    const gone = earlier.filter((entry) => !later.includes(entry))
    const added = later.filter((entry) => !earlier.includes(entry))
    const isReordered = gone.length === 0 && added.length === 0
    return [{ field, before: textOf(isReordered ? earlier : gone), after: textOf(isReordered ? later : added) }]
  })
}

function entriesOf(words: OperatorWords, field: keyof OperatorWords): string[] {
  switch (field) {
    case 'claims':
      return words.claims.map((name) => claims[name].text)
    case 'figures':
      return Object.entries(words.figures).map(([name, value]) => {
        const { text, place } = figures[name as keyof typeof figures]
        return `${value} ${text} (${place})`
      })
    case 'emergency':
      return words.emergency.map(({ name, number }) => `${name}: ${number}`)
    case 'testimonials':
      return words.testimonials.map(
        ({ name, role, content, rating, face }) =>
          `${name}, ${role}: «${content}» (${rating} de 5${face ? ', con dibujo' : ''})`,
      )
    case 'areLegalTextsReviewed':
      return [words.areLegalTextsReviewed ? 'Sí' : 'No']
    case 'name':
    case 'claim':
    case 'legalName':
    case 'email':
    case 'phone':
    case 'address':
    case 'supportHours':
    case 'widgetHours': {
      const text = words[field]
      return text ? [text] : []
    }
  }
}

function textOf(entries: readonly string[]): string {
  const text = entries.join('; ')
  return text.length <= shownLength ? text : `${text.slice(0, shownLength).trimEnd()}…`
}
